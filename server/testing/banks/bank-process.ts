import { startSimulator } from "@/server/sandbox/bank/server";

/**
 * Runs the simulated banks as a process of their own, with a database of their own: a bank that shares nothing with the
 * product but the network. Arguments: the address of the bank's database, the port, and the key of its controls.
 * Prints `ready` when it serves.
 */
const [databaseUrl = "", port = "", sandboxKey = ""] = process.argv.slice(2);
const bank = await startSimulator({ databaseUrl, port: Number(port), host: "localhost", sandboxKey });
process.once("SIGTERM", () => void bank.close());
process.stdout.write("ready\n");
