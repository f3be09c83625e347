import type { StaffOutputs } from "../outputs";

export type Pricing = StaffOutputs["tariff"]["terminal"];
export type ShownTariff = Pricing["tariffs"][number];
