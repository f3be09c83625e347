import type { StaffOutputs } from "../outputs";

export type BinOverview = StaffOutputs["bin"]["overview"];
export type BinOverride = BinOverview["overrides"][number];
export type FoundBin = NonNullable<StaffOutputs["bin"]["find"]["matched"]>;
export type Comparison = Extract<StaffOutputs["bin"]["compare"], { kind: "compared" }>;
export type FaultyFile = Extract<StaffOutputs["bin"]["compare"], { kind: "faulty" }>;
