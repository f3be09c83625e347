import type { StaffOutputs } from "../outputs";

export type BoardItem = StaffOutputs["bank"]["board"][number];
