import { defineConfig } from "vite";

export default defineConfig({
  build: { target: "es2022" },
  worker: { format: "es" },
  // The package finds its worker and its WebAssembly file by their place beside it.
  optimizeDeps: { exclude: ["knowngood"] },
});
