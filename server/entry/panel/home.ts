import { router } from "./door";

export const homeRouter = router({});
