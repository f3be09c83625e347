import { router } from "./door";

export const paymentRouter = router({});
