import { it } from 'vitest';
import * as F from '/work/main/libs/audits/server/src/room/cluster.fixture.ts';
import { HotAudit } from '/work/main/libs/audits/server/src/room/hot-audit.ts';
import { createAuditModel } from '@cotejo/audits-domain';
const q=(a:number[],p:number)=>a.sort((x,y)=>x-y)[Math.floor(a.length*p)]!.toFixed(2);
it('latency', async () => {
  const cluster = new F.TestCluster(); const node = await cluster.startWithAudit();
  const envs=[...Array(1000).keys()].map(n=>({intent:F.createRisk(n),base:4}));
  let t=performance.now(); await node.rooms.submit(F.AUDIT, cluster.directory.principal('marta'), envs); console.log('submit 1000', (performance.now()-t).toFixed(0),'ms');
  const a = await node.connect('marta').synced(), b = await node.connect('julio').synced();
  const ack:number[]=[], sight:number[]=[];
  for (let i=0;i<600;i++){ const t0=performance.now(); const v=b.version+1; const s=b.until(()=>b.version>=v).then(()=>performance.now()-t0); a.intent(F.id('o',1), i, F.rename(F.id('r', i%1000), 'x'+i)); await a.until(()=>a.answers.length===i+1); const k=performance.now()-t0; const o=await s; if(i>=100){ack.push(k); sight.push(o);} }
  console.log('ack p50',q(ack,.5),'p95',q(ack,.95),'| sight p50',q(sight,.5),'p95',q(sight,.95));
  t=performance.now(); for (let i=0;i<900;i++) a.intent(F.id('o',2), i, F.rename(F.id('r', i), 'y'+i)); await a.until(()=>a.answers.length===1500); console.log('900 pipelined', (performance.now()-t).toFixed(0),'ms');
  for (let k=0;k<9;k++) await node.rooms.submit(F.AUDIT, cluster.directory.principal('marta'), [...Array(1000).keys()].map(n=>({intent:F.createRisk(1000*(k+1)+n, 'r', F.PROCESS),base:1e6})));
  t=performance.now(); const hot=await HotAudit.load(F.wrap(cluster.store,{snapshots:{save:async()=>undefined,latest:async()=>null}}), createAuditModel(), F.AUDIT); console.log('load full', hot!.version, (performance.now()-t).toFixed(0),'ms');
  t=performance.now(); const snap=hot!.freeze(F.AUDIT); console.log('freeze', (performance.now()-t).toFixed(0),'ms', (JSON.stringify(snap.state).length/1e6).toFixed(1),'MB');
  await cluster.store.snapshots.save(snap);
  t=performance.now(); await HotAudit.load(cluster.store, createAuditModel(), F.AUDIT); console.log('load snapshot', (performance.now()-t).toFixed(0),'ms');
  t=performance.now(); const c=await node.connect('julio').synced(); console.log('first sync 10k', (performance.now()-t).toFixed(0),'ms'); 
  await cluster.stop();
}, 120000);
