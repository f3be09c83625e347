// The health check of the image: asks the private listener of this container whether the process answers. Docker calls
// it every few seconds; it exits with 1 where the answer is not 200 or takes longer than four seconds.
const { PORT = "3000", ADMIN_PORT = String(Number(PORT) + 4), ADMIN_HOST = "127.0.0.1" } = process.env;
// An address that means "all" is reached at this machine's own.
const [first = "127.0.0.1"] = ADMIN_HOST.split(",").map((address) => address.trim());
const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[first] ?? (first.includes(":") ? `[${first}]` : first);
const answer = await fetch(`http://${host}:${ADMIN_PORT}/healthz`, { signal: AbortSignal.timeout(4_000) }).catch(
  ({ message }) => ({ status: message }),
);
if (answer.status !== 200) {
  console.error(`The private listener at ${host}:${ADMIN_PORT} answered: ${answer.status}`);
  process.exit(1);
}
