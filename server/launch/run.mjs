// Runs a TypeScript program of the product with its arguments, for example
// `node server/launch/run.mjs server/operator/admin.ts alerts`.
import { openProgram } from "./programs.mjs";

const [program = ""] = process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
await openProgram(program);
