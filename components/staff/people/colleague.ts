import type { StaffOutputs } from "../outputs";

/** A member of staff, as the back-office lists it. */
export type Colleague = StaffOutputs["people"]["list"][number];

/** What an administrator can do with a colleague. */
export type ColleagueAction = "role" | "reset" | "remove";
