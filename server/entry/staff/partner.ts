import { router } from "./door";

export const partnerRouter = router({});
