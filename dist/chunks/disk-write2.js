import { n as writeFresh, t as writeAll } from "./disk-write.js";

export { writeAll };