-- A session in Neovim: the results go to `results.json`.
local results = {}
local bufnr = vim.api.nvim_get_current_buf()
local config = { name = "kifu", cmd = { vim.env.KIFU, "lsp" }, root_dir = vim.fn.getcwd() }
local id
if vim.lsp.start then
  id = vim.lsp.start(config)
else
  id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(bufnr, id)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), "\n")
end

local function wait_for(what, condition)
  if not vim.wait(20000, condition, 10) then
    error("timed out: " .. what)
  end
end

local function request(method, params)
  params.textDocument = { uri = vim.uri_from_bufnr(bufnr) }
  local answers, problem = vim.lsp.buf_request_sync(bufnr, method, params, 20000)
  assert(answers and answers[id], problem)
  assert(not answers[id].error, vim.inspect(answers[id].error))
  return answers[id].result
end

local function apply(edit)
  local client = vim.lsp.get_client_by_id(id)
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
end

local function actions(only)
  local range = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
  return request("textDocument/codeAction", { range = range, context = { diagnostics = {}, only = only } })
end

local function run(action)
  if not action.edit then
    local answers = vim.lsp.buf_request_sync(bufnr, "codeAction/resolve", action, 20000)
    action = answers[id].result
  end
  apply(action.edit)
end

local ok, problem = pcall(function()
  wait_for("diagnostics", function() return #vim.diagnostic.get(bufnr) > 0 end)
  results.diagnostics = {}
  for _, found in ipairs(vim.diagnostic.get(bufnr)) do
    table.insert(results.diagnostics, { found.lnum, found.col, found.code, found.severity })
  end
  results.before = text()
  results.hover = request("textDocument/hover", { position = { line = 1, character = 8 } }).contents.value
  local one = actions({ "quickfix" })[1]
  results.title = one.title
  run(one)
  results.one = text()
  wait_for("diagnostics after a change", function() return #vim.diagnostic.get(bufnr) < #results.diagnostics end)
  run(actions({ "source.fixAll" })[1])
  results.all = text()
  apply(request("textDocument/rename", { position = { line = 0, character = 25 }, newName = "Lee 李" }))
  results.renamed = text()
  local edits = request("textDocument/formatting", { options = { tabSize = 4, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, bufnr, vim.lsp.get_client_by_id(id).offset_encoding)
  results.formatted = text()
  results.symbols = #request("textDocument/documentSymbol", {})
end)
results.problem = not ok and tostring(problem) or nil
local encode = vim.json and vim.json.encode or vim.fn.json_encode
vim.fn.writefile({ encode(results) }, "results.json")
vim.lsp.stop_client(id)
vim.cmd("qall!")
