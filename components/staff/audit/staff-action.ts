import type { StaffOutputs } from "../outputs";

/** An action of the audit logs, as the back-office lists it. */
export type StaffAction = StaffOutputs["audit"]["list"]["items"][number];
