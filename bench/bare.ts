// A server that does nothing: what a hammer takes of the machine and of nobody's program. node bench/bare.ts PORT
import { createServer } from 'node:http'

const LIST = 'x'.repeat(20_000)
createServer((request, response) => {
  request.resume()
  response.end(LIST)
}).listen(Number(process.argv[2]), '127.0.0.1')
