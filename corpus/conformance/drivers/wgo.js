// WGo (npm `wgo`) as a program of the suite: `node wgo.js LEVEL FILE`.
const fs = require('fs')
const {SGFParser, SGFSyntaxError} = require('wgo')

const [level, path] = process.argv.slice(2)

function tree(collection) {
  return collection.map(game => {
    const nodes = []
    const todo = [[game, null]]
    while (todo.length) {
      let [part, parent] = todo.pop()
      for (const node of part.sequence) {
        nodes.push({parent, properties: Object.entries(node)})
        parent = nodes.length - 1
      }
      todo.push(...part.children.map(child => [child, parent]).reverse())
    }
    return {nodes}
  })
}

function answer() {
  if (level === 'version') return {program: 'WGo', version: require('wgo/package.json').version, levels: ['tree'], formats: ['sgf']}
  if (!path.endsWith('.sgf') || level !== 'tree') return {unsupported: true}
  try {
    // The package takes text and does not know charsets.
    return {games: tree(new SGFParser(fs.readFileSync(path, 'utf8')).parseCollection()), escapes: 'removed'}
  } catch (error) {
    if (error instanceof SGFSyntaxError) return {refused: error.message}
    throw error
  }
}

console.log(JSON.stringify(answer()))
