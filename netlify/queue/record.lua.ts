/**
 * Lua functions for our scripts, for texts without a quote or a backslash. Inside a name every quote
 * is escaped, so that nothing but the field itself can match.
 *
 * textOf(record, field) is what a record holds under `field`, or nil.
 * without(record, field) is the record less that field.
 * withText(record, field, text) is the record with that field, which it holds once.
 */
export const RECORD = `
local function textOf(record, field)
  return string.match(record, '"' .. field .. '"%s*:%s*"([^"\\\\]*)"')
end

local function without(record, field)
  if not textOf(record, field) then return record end
  local text = '"' .. field .. '"%s*:%s*"[^"\\\\]*"%s*'
  local left, found = string.gsub(record, text .. ',%s*', '')
  if found == 0 then left = string.gsub(record, ',%s*' .. text, '') end
  return left
end

local function withText(record, field, text)
  return '{"' .. field .. '":"' .. text .. '",' .. string.sub(without(record, field), 2)
end
`;
