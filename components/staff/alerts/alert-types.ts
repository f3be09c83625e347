import type { StaffOutputs } from "../outputs";

export type Alert = StaffOutputs["alert"]["list"]["items"][number];
