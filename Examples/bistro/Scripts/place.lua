-- SPDX-License-Identifier: Apache-2.0
-- Every request places an order. The numbers of those that are acknowledged go to the file that ACKNOWLEDGED names, if it does.
wrk.method = "POST"
wrk.body = '{"table":1,"lines":[{"dish":1,"quantity":2},{"dish":8,"quantity":1}]}'
wrk.headers["content-type"] = "application/json"

local path = os.getenv("ACKNOWLEDGED")
if path then
  local file = io.open(path, "a")
  file:setvbuf("line")
  function response(status, headers, body)
    if status == 201 then file:write(body:match('"id":(%d+)'), "\n") end
  end
end
