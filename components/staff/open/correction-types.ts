import type { StaffOutputs } from "../outputs";

export type WaitingCorrection = StaffOutputs["open"]["list"]["corrections"][number];
