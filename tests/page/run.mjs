// run.mjs - runs the tests of the page; an argument selects those whose names contain it. `make test-page` calls it.
import "./summaries.mjs";
import "./lists.mjs";
import "./access.mjs";
import "./safety.mjs";
import "./paths.mjs";
import { run } from "./harness.mjs";
await run();
