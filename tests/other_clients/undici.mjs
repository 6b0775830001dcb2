// Sends each request, a line of JSON on standard input, by undici, which is installed in the folder of the argument.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { request } = createRequire(`${process.argv[2]}/`)("undici");
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const { statusCode, body } = await request(asked.url, asked);
  const content = Buffer.from(await body.arrayBuffer());
  console.log(JSON.stringify({ status: statusCode, body: content.toString("base64") }));
}
process.exit(0);
