import type { StaffOutputs } from "../outputs";

export type PagesState = StaffOutputs["page"]["state"];
export type PageState = PagesState["pages"][number];
export type CspReportItem = StaffOutputs["page"]["reports"]["items"][number];
