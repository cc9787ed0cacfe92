// @sabaki/sgf (npm) as a program of the suite: `node sabaki.js LEVEL FILE`.
const sgf = require('@sabaki/sgf')

const [level, path] = process.argv.slice(2)

function tree(roots) {
  return roots.map(root => {
    const nodes = []
    const todo = [[root, null]]
    while (todo.length) {
      const [node, parent] = todo.pop()
      nodes.push({parent, properties: Object.entries(node.data)})
      const index = nodes.length - 1
      todo.push(...node.children.map(child => [child, index]).reverse())
    }
    return {nodes}
  })
}

function answer() {
  if (level === 'version') return {program: '@sabaki/sgf', version: require('@sabaki/sgf/package.json').version, levels: ['tree', 'write'], formats: ['sgf']}
  // The package removes escapes, and leaves the conversion by type to its callers: it does not do the level `text`.
  if (!path.endsWith('.sgf') || !['tree', 'write'].includes(level)) return {unsupported: true}
  let roots
  try {
    roots = sgf.parseFile(path)
  } catch (error) {
    // A mistake in the package is a crash, not a refusal.
    if (error instanceof TypeError) throw error
    return {refused: error.message}
  }
  if (level === 'write') return sgf.stringify(roots)
  return {games: tree(roots), escapes: 'removed'}
}

const result = answer()
console.log(typeof result === 'string' ? result : JSON.stringify(result))
