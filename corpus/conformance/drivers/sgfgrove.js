// sgfgrove (npm) as a program of the suite: `node sgfgrove.js LEVEL FILE`.
const fs = require('fs')
const sgfgrove = require('sgfgrove')

const [level, path] = process.argv.slice(2)

function moves([sequence, trees]) {
  let size = [19, 19]
  const line = []
  if (sequence[0] && sequence[0].SZ !== undefined) size = [].concat(sequence[0].SZ, sequence[0].SZ).slice(0, 2)
  for (;;) {
    for (const node of sequence) {
      for (const color of ['B', 'W']) {
        if (color in node) {
          const point = node[color]
          const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
          line.push(point ? [color, letters.indexOf(point[0]), letters.indexOf(point[1])] : [color])
        }
      }
    }
    if (!trees.length) return {size, moves: line};
    [sequence, trees] = trees[0]
  }
}

function answer() {
  if (level === 'version') return {program: 'sgfgrove', version: require('sgfgrove/package.json').version, levels: ['moves', 'write'], formats: ['sgf']}
  // The package converts values to types, so there is no answer for the level `tree`.
  if (!path.endsWith('.sgf') || !['moves', 'write'].includes(level)) return {unsupported: true}
  let collection
  try {
    collection = sgfgrove.parse(fs.readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return {refused: error.message}
    throw error
  }
  if (level === 'write') return sgfgrove.stringify(collection)
  return collection.length ? moves(collection[0]) : {refused: 'no game'}
}

const result = answer()
console.log(typeof result === 'string' ? result : JSON.stringify(result))
