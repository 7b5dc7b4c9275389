-- SPDX-License-Identifier: Apache-2.0
-- What guests do: of ten requests six read the menu, three look after an order, one places one.
local menu, order, place

function init(arguments)
  menu = wrk.format("GET", "/menu")
  order = wrk.format("GET", "/orders/1")
  place = wrk.format(
    "POST", "/orders", { ["content-type"] = "application/json" },
    '{"table":1,"lines":[{"dish":1,"quantity":2},{"dish":8,"quantity":1}]}')
end

local turn = 0
function request()
  turn = turn % 10 + 1
  if turn == 5 then return place end
  if turn % 3 == 0 then return order end
  return menu
end
