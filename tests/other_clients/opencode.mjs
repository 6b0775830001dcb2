// A turn on the agent stub by the SDK of opencode, which is installed in the folder of the first argument: each call whose
// path the contract of the stub has, too. Prints a line of JSON for each call.
import { pathToFileURL } from "node:url";

const [, , folder, baseUrl] = process.argv;
const sdk = `${folder}/node_modules/@opencode-ai/sdk/dist/v2/client.js`;
const { createOpencodeClient } = await import(pathToFileURL(sdk));
const { v2: api } = createOpencodeClient({ baseUrl });

async function call(name, answer) {
  try {
    const { data, error, response } = await answer;
    console.log(JSON.stringify({ name, status: response.status, error, data }));
    return data;
  } catch (error) {
    console.log(JSON.stringify({ name, error: String(error) }));
  }
}

const { stream } = await api.event.subscribe({ sseMaxRetryAttempts: 1 });
const kinds = [];
const listening = (async () => {
  for await (const event of stream) {
    kinds.push(event.type);
    if (event.type === "session.idle" || event.type === "pty.deleted") break;
  }
})();

await call("agent.list", api.agent.list());
await call("command.list", api.command.list());
await call("skill.list", api.skill.list());
await call("provider.list", api.provider.list());
const session = await call("session.create", api.session.create({}));
const sessionID = session?.data?.id;
await call("session.list", api.session.list({ limit: 5 }));
await call("session.get", api.session.get({ sessionID }));
await call("session.prompt", api.session.prompt({ sessionID, prompt: { text: "Go." } }));
await call("session.wait", api.session.wait({ sessionID }));
await call("session.message.list", api.session.messages({ sessionID }));
await call("session.context", api.session.context({ sessionID }));
await call("session.compact", api.session.compact({ sessionID }));
const pty = await call("pty.create", api.pty.create({ command: "top" }));
const ptyID = pty?.data?.id;
await call("pty.list", api.pty.list());
await call("pty.get", api.pty.get({ ptyID }));
await call("pty.update", api.pty.update({ ptyID, title: "t" }));
await call("pty.delete", api.pty.remove({ ptyID }));
await listening;
console.log(JSON.stringify({ name: "event.subscribe", status: 200, data: kinds }));
process.exit(0);
