import { buildPlugin } from "./bundle-x.mjs"; import { COUNT, ROWS, skip } from "./tame-x.mjs"; import fs from "node:fs";
const size=async()=>{ await buildPlugin({file:"/tmp/x/main.js"}); return fs.statSync("/tmp/x/main.js").size; };
const base=await size(); console.log("base",base,COUNT);
for(let i=0;i<COUNT;i++){ skip(i); let s; try{ s=(await size())-base; }catch(e){ s="throws "+e.message.slice(0,120).replace(/\n/g," "); } const r=ROWS[i]; fs.appendFileSync("/tmp/x/rows.txt",`${i}\t${s}\t${r.file.split("/").slice(-2).join("/")}\t${r.why}\n`); }
console.log("done");
