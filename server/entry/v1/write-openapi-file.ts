import { writeFileSync } from "node:fs";
import { openApiDocument } from "./openapi";

// `npm run openapi`: writes the reference that is served and committed.
writeFileSync(new URL("./openapi.json", import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
