import { router } from "./door";

export const auditRouter = router({});
