import type { StaffOutputs } from "../outputs";

export type OpenQuestion = StaffOutputs["open"]["list"]["questions"][number];
