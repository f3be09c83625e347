import { router } from "./door";

export const payoutRouter = router({});
