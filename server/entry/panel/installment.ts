import { router } from "./door";

export const installmentRouter = router({});
