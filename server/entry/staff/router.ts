import { router } from "./door";
import { partnerRouter } from "./partner";
import { selfRouter } from "./self";

/** Every procedure of the back-office. */
export const staffRouter = router({ partner: partnerRouter, self: selfRouter });
