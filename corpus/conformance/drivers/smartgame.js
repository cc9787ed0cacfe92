// smartgame (npm) as a program of the suite: `node smartgame.js LEVEL FILE`.
const fs = require('fs')
const smartgame = require('smartgame')

const [level, path] = process.argv.slice(2)

function tree(collection) {
  return (collection.gameTrees || []).map(game => {
    const nodes = []
    const todo = [[game, null]]
    while (todo.length) {
      let [part, parent] = todo.pop()
      for (const node of part.nodes || []) {
        const own = Object.entries(node).filter(([ident]) => ident !== 'parent' && ident !== '_index')
        nodes.push({parent, properties: own.map(([ident, value]) => [ident, [].concat(value)])})
        parent = nodes.length - 1
      }
      const children = [...(part.sequences || []), ...(part.gameTrees || [])]
      todo.push(...children.map(child => [child, parent]).reverse())
    }
    return {nodes}
  })
}

function answer() {
  if (level === 'version') return {program: 'smartgame', version: require('smartgame/package.json').version, levels: ['tree', 'write'], formats: ['sgf']}
  if (!path.endsWith('.sgf') || !['tree', 'write'].includes(level)) return {unsupported: true}
  let collection
  try {
    // The package takes text and does not know charsets.
    collection = smartgame.parse(fs.readFileSync(path, 'utf8'))
  } catch (error) {
    // A mistake in the package is a crash, not a refusal.
    if (error instanceof TypeError) throw error
    return {refused: error.message}
  }
  return level === 'write' ? smartgame.generate(collection) : {games: tree(collection)}
}

const result = answer()
console.log(typeof result === 'string' ? result : JSON.stringify(result))
