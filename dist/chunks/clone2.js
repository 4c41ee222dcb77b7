import { t as openClone } from "./clone.js";

export { openClone };