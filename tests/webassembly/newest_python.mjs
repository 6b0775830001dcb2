// CPython for WebAssembly, from the npm package pyodide: compiles every module with warnings as errors, and loads the public
// names that need no package with compiled code. Arguments: the folder of the packages, the checkout, its site-packages.
import { createRequire } from "node:module";

const [, , folder, checkout, packages] = process.argv;
const { loadPyodide } = createRequire(`${folder}/`)("pyodide");
const python = await loadPyodide();
for (const [root, place] of [[checkout, "/checkout"], [packages, "/packages"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
const status = await python.runPythonAsync(`
import runpy, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/checkout/sdk", "/checkout/stubs"]
sys.path.append("/packages")
runpy.run_path("/checkout/tests/webassembly/newest_python.py")["main"]()
`);
process.exit(status);
