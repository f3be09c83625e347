// The product's web server: `npm start` runs it behind the launcher; `MODE=live node server.mjs` runs it alone.
// It is written in TypeScript (server/front).
import { fileURLToPath } from "node:url";
import { openProgram } from "./server/launch/programs.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const isDevelopment = process.argv.includes("--dev");
process.chdir(folder);
process.env.NODE_ENV = isDevelopment ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
// Inngest's SDK also reads variables that the product does not check (server/env.ts), so they are removed.
for (const name of Object.keys(process.env)) {
  if (/^INNGEST_(?!(BASE_URL|EVENT_KEY|SIGNING_KEY)$)/.test(name)) delete process.env[name];
}
// Inngest's SDK lists all variables several times in each call, and the real process.env makes a system call for each
// one.
process.env = { ...process.env };

const { serve } = await openProgram("server/front/serve.ts");
await serve(folder, isDevelopment);
