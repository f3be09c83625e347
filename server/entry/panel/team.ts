import { router } from "./door";

export const teamRouter = router({});
