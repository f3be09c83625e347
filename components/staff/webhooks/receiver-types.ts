import type { StaffOutputs } from "../outputs";

export type Receiver = StaffOutputs["webhook"]["receivers"]["items"][number];
