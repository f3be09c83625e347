// The product's web server: `npm start` runs it behind the launcher; `MODE=live node server.mjs` runs it alone.
// It is written in TypeScript (server/front).
import { fileURLToPath } from "node:url";
import { openProgram } from "./server/launch/programs.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const isDevelopment = process.argv.includes("--dev");
process.chdir(folder);
process.env.NODE_ENV = isDevelopment ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
// The SDKs of Inngest and of OpenTelemetry also read variables that the product does not check (server/env-schema.ts), so
// they are removed.
const checkedOtel =
  /^OTEL_(SDK_DISABLED|SERVICE_NAME|RESOURCE_ATTRIBUTES|TRACES_(EXPORTER|SAMPLER|SAMPLER_ARG)|EXPORTER_OTLP_(PROTOCOL|(TRACES_)?(ENDPOINT|HEADERS)))$/;
for (const name of Object.keys(process.env)) {
  const isForeignInngest = /^INNGEST_(?!(BASE_URL|EVENT_KEY|SIGNING_KEY)$)/.test(name);
  if (isForeignInngest || (name.startsWith("OTEL_") && !checkedOtel.test(name))) delete process.env[name];
}
// Inngest's SDK lists all variables several times in each call, and the real process.env makes a system call for each
// one.
process.env = { ...process.env };

// Until the server handles these signals itself, the first process of a container would ignore them: the system gives
// it no default action.
const endNow = () => process.exit(143);
process.on("SIGTERM", endNow).on("SIGINT", endNow);
const { serve } = await openProgram("server/front/serve.ts");
await serve(folder, isDevelopment);
process.off("SIGTERM", endNow).off("SIGINT", endNow);
