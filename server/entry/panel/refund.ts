import { router } from "./door";

export const refundRouter = router({});
