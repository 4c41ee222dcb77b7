import{i as e,n as t,r as n,t as r}from"./rolldown-runtime.js";import{createServer as i}from"node:net";import{Readable as a}from"node:stream";import{debuglog as o}from"node:util";import{EventEmitter as s}from"node:events";import{Worker as c}from"node:worker_threads";import{createHash as l,randomUUID as u}from"node:crypto";import{URL as d}from"node:url";import*as f from"node:fs";import*as p from"node:path";import{fork as m}from"node:child_process";var h=r(((e,t)=>{t.exports={acl:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{cat:{arity:-2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},deluser:{arity:-3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},dryrun:{arity:-4,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},genpass:{arity:-2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},getuser:{arity:3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},list:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},load:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},log:{arity:-2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},save:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},setuser:{arity:-3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},users:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},whoami:{arity:2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0}}},append:{arity:3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},arcount:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},ardel:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},ardelrange:{arity:-4,flags:[`write`],keyStart:1,keyStop:1,step:1},arget:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},argetrange:{arity:4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},argrep:{arity:-6,flags:[`readonly`],keyStart:1,keyStop:1,step:1},arinfo:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},arinsert:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},arlastitems:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},arlen:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},armget:{arity:-3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},armset:{arity:-4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},arnext:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},arop:{arity:-5,flags:[`readonly`],keyStart:1,keyStop:1,step:1},arring:{arity:-4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},arscan:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},arseek:{arity:3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},arset:{arity:-4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},asking:{arity:1,flags:[`fast`],keyStart:0,keyStop:0,step:0},auth:{arity:-2,flags:[`noscript`,`loading`,`stale`,`fast`,`no_auth`,`allow_busy`],keyStart:0,keyStop:0,step:0},backup:{arity:2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{abort:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,step:0},cleanup:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},list:{arity:2,flags:[`admin`,`stale`],keyStart:0,keyStop:0,step:0},seal:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,step:0},start:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,step:0},status:{arity:2,flags:[`admin`,`stale`],keyStart:0,keyStop:0,step:0}}},bgrewriteaof:{arity:1,flags:[`admin`,`noscript`,`no_async_loading`],keyStart:0,keyStop:0,step:0},bgsave:{arity:-1,flags:[`admin`,`noscript`,`no_async_loading`],keyStart:0,keyStop:0,step:0},bitcount:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},bitfield:{arity:-2,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},bitfield_ro:{arity:-2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},bitop:{arity:-4,flags:[`write`,`denyoom`],keyStart:2,keyStop:-1,step:1},bitpos:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},blmove:{arity:6,flags:[`write`,`denyoom`,`blocking`],keyStart:1,keyStop:2,step:1},blmovem:{arity:-6,flags:[`write`,`denyoom`,`blocking`],keyStart:1,keyStop:2,step:1},blmpop:{arity:-5,flags:[`write`,`blocking`,`movablekeys`],keyStart:0,keyStop:0,step:0},blpop:{arity:-3,flags:[`write`,`blocking`],keyStart:1,keyStop:-2,step:1},brpop:{arity:-3,flags:[`write`,`blocking`],keyStart:1,keyStop:-2,step:1},brpoplpush:{arity:4,flags:[`write`,`denyoom`,`blocking`],keyStart:1,keyStop:2,step:1},bzmpop:{arity:-5,flags:[`write`,`blocking`,`movablekeys`],keyStart:0,keyStop:0,step:0},bzpopmax:{arity:-3,flags:[`write`,`blocking`,`fast`],keyStart:1,keyStop:-2,step:1},bzpopmin:{arity:-3,flags:[`write`,`blocking`,`fast`],keyStart:1,keyStop:-2,step:1},client:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{caching:{arity:3,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},getname:{arity:2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},getredir:{arity:2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},id:{arity:2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},info:{arity:2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},kill:{arity:-3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},list:{arity:-2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},"no-evict":{arity:3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},"no-touch":{arity:3,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},pause:{arity:-3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},reply:{arity:3,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},setinfo:{arity:4,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},setname:{arity:3,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},tracking:{arity:-3,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},trackinginfo:{arity:2,flags:[`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},unblock:{arity:-3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},unpause:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0}}},cluster:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{addslots:{arity:-3,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},addslotsrange:{arity:-4,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},bumpepoch:{arity:2,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},"count-failure-reports":{arity:3,flags:[`admin`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},countkeysinslot:{arity:3,flags:[`stale`],keyStart:0,keyStop:0,step:0},delslots:{arity:-3,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},delslotsrange:{arity:-4,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},failover:{arity:-2,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},flushslots:{arity:2,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},forget:{arity:3,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},getkeysinslot:{arity:4,flags:[`stale`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},info:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},keyslot:{arity:3,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},links:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},meet:{arity:-4,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},migration:{arity:-4,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},myid:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},myshardid:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},nodes:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},replicas:{arity:3,flags:[`admin`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},replicate:{arity:3,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},reset:{arity:-2,flags:[`admin`,`noscript`,`stale`],keyStart:0,keyStop:0,step:0},saveconfig:{arity:2,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},"set-config-epoch":{arity:3,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},setslot:{arity:-4,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},shards:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},slaves:{arity:3,flags:[`admin`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},"slot-stats":{arity:-4,flags:[`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,step:0},slots:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},syncslots:{arity:-3,flags:[`admin`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0}}},command:{arity:-1,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0,subcommands:{count:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},docs:{arity:-2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},getkeys:{arity:-3,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},getkeysandflags:{arity:-3,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},info:{arity:-2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},list:{arity:-2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0}}},config:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{get:{arity:-3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},resetstat:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},rewrite:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},set:{arity:-4,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0}}},copy:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:2,step:1},dbsize:{arity:1,flags:[`readonly`,`fast`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`agg_sum`,step:0},debug:{arity:-2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},decr:{arity:2,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},decrby:{arity:3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},del:{arity:-2,flags:[`write`],keyStart:1,keyStop:-1,requestPolicy:`multi_shard`,responsePolicy:`agg_sum`,step:1},delex:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},digest:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},discard:{arity:1,flags:[`noscript`,`loading`,`stale`,`fast`,`allow_busy`],keyStart:0,keyStop:0,step:0},dump:{arity:2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},echo:{arity:2,flags:[`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},eval:{arity:-3,flags:[`noscript`,`stale`,`skip_monitor`,`no_mandatory_keys`,`movablekeys`,`script_runner`],keyStart:0,keyStop:0,step:0},eval_ro:{arity:-3,flags:[`readonly`,`noscript`,`stale`,`skip_monitor`,`no_mandatory_keys`,`movablekeys`,`script_runner`],keyStart:0,keyStop:0,step:0},evalsha:{arity:-3,flags:[`noscript`,`stale`,`skip_monitor`,`no_mandatory_keys`,`movablekeys`,`script_runner`],keyStart:0,keyStop:0,step:0},evalsha_ro:{arity:-3,flags:[`readonly`,`noscript`,`stale`,`skip_monitor`,`no_mandatory_keys`,`movablekeys`,`script_runner`],keyStart:0,keyStop:0,step:0},exec:{arity:1,flags:[`noscript`,`loading`,`stale`,`skip_slowlog`],keyStart:0,keyStop:0,step:0},exists:{arity:-2,flags:[`readonly`,`fast`],keyStart:1,keyStop:-1,requestPolicy:`multi_shard`,responsePolicy:`agg_sum`,step:1},expire:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},expireat:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},expiretime:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},failover:{arity:-1,flags:[`admin`,`noscript`,`stale`],keyStart:0,keyStop:0,step:0},fcall:{arity:-3,flags:[`noscript`,`stale`,`skip_monitor`,`no_mandatory_keys`,`movablekeys`,`script_runner`],keyStart:0,keyStop:0,step:0},fcall_ro:{arity:-3,flags:[`readonly`,`noscript`,`stale`,`skip_monitor`,`no_mandatory_keys`,`movablekeys`,`script_runner`],keyStart:0,keyStop:0,step:0},flushall:{arity:-1,flags:[`write`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},flushdb:{arity:-1,flags:[`write`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},function:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{delete:{arity:3,flags:[`write`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},dump:{arity:2,flags:[`noscript`],keyStart:0,keyStop:0,step:0},flush:{arity:-2,flags:[`write`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},kill:{arity:2,flags:[`noscript`,`allow_busy`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`one_succeeded`,step:0},list:{arity:-2,flags:[`noscript`],keyStart:0,keyStop:0,step:0},load:{arity:-3,flags:[`write`,`denyoom`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},restore:{arity:-3,flags:[`write`,`denyoom`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},stats:{arity:2,flags:[`noscript`,`allow_busy`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`special`,step:0}}},geoadd:{arity:-5,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},geodist:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},geohash:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},geopos:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},georadius:{arity:-6,flags:[`write`,`denyoom`,`movablekeys`],keyStart:1,keyStop:1,step:1},georadius_ro:{arity:-6,flags:[`readonly`],keyStart:1,keyStop:1,step:1},georadiusbymember:{arity:-5,flags:[`write`,`denyoom`,`movablekeys`],keyStart:1,keyStop:1,step:1},georadiusbymember_ro:{arity:-5,flags:[`readonly`],keyStart:1,keyStop:1,step:1},geosearch:{arity:-7,flags:[`readonly`],keyStart:1,keyStop:1,step:1},geosearchstore:{arity:-8,flags:[`write`,`denyoom`],keyStart:1,keyStop:2,step:1},get:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},getbit:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},getdel:{arity:2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},getex:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},getrange:{arity:4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},getset:{arity:3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hdel:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hello:{arity:-1,flags:[`noscript`,`loading`,`stale`,`fast`,`no_auth`,`allow_busy`],keyStart:0,keyStop:0,step:0},hexists:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hexpire:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hexpireat:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hexpiretime:{arity:-5,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hget:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hgetall:{arity:2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},hgetdel:{arity:-5,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hgetex:{arity:-5,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},himport:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{discard:{arity:3,flags:[],keyStart:0,keyStop:0,requestPolicy:`all_shards`,step:0},discardall:{arity:2,flags:[],keyStart:0,keyStop:0,requestPolicy:`all_shards`,step:0},prepare:{arity:-4,flags:[`denyoom`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,step:0},set:{arity:-5,flags:[`write`,`denyoom`],keyStart:2,keyStop:2,step:1}}},hincrby:{arity:4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hincrbyfloat:{arity:4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hkeys:{arity:2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},hlen:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hmget:{arity:-3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hmset:{arity:-4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hotkeys:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{get:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`special`,responsePolicy:`special`,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},reset:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`special`,step:0},start:{arity:-2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`special`,step:0},stop:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,requestPolicy:`special`,step:0}}},hpersist:{arity:-5,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hpexpire:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hpexpireat:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},hpexpiretime:{arity:-5,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hpttl:{arity:-5,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hrandfield:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},hscan:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},hset:{arity:-4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hsetex:{arity:-6,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hsetnx:{arity:4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},hstrlen:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},httl:{arity:-5,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},hvals:{arity:2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},incr:{arity:2,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},incrby:{arity:3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},incrbyfloat:{arity:3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},increx:{arity:-2,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},info:{arity:-1,flags:[`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`special`,step:0},keys:{arity:2,flags:[`readonly`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,step:0},lastsave:{arity:1,flags:[`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},latency:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{doctor:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`special`,step:0},graph:{arity:3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`special`,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},histogram:{arity:-2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`special`,step:0},history:{arity:3,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`special`,step:0},latest:{arity:2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`special`,step:0},reset:{arity:-2,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`agg_sum`,step:0}}},lcs:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:2,step:1},lindex:{arity:3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},linsert:{arity:5,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},llen:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},lmove:{arity:5,flags:[`write`,`denyoom`],keyStart:1,keyStop:2,step:1},lmovem:{arity:-5,flags:[`write`,`denyoom`],keyStart:1,keyStop:2,step:1},lmpop:{arity:-4,flags:[`write`,`movablekeys`],keyStart:0,keyStop:0,step:0},lolwut:{arity:-1,flags:[`readonly`,`fast`],keyStart:0,keyStop:0,step:0},lpop:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},lpos:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},lpush:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},lpushx:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},lrange:{arity:4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},lrem:{arity:4,flags:[`write`],keyStart:1,keyStop:1,step:1},lset:{arity:4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},ltrim:{arity:4,flags:[`write`],keyStart:1,keyStop:1,step:1},memory:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{doctor:{arity:2,flags:[],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`special`,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},"malloc-stats":{arity:2,flags:[],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`special`,step:0},purge:{arity:2,flags:[],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},stats:{arity:2,flags:[],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`special`,step:0},usage:{arity:-3,flags:[`readonly`],keyStart:2,keyStop:2,step:1}}},mget:{arity:-2,flags:[`readonly`,`fast`],keyStart:1,keyStop:-1,requestPolicy:`multi_shard`,step:1},migrate:{arity:-6,flags:[`write`,`movablekeys`],keyStart:3,keyStop:3,step:1},module:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},list:{arity:2,flags:[`admin`,`noscript`],keyStart:0,keyStop:0,step:0},load:{arity:-3,flags:[`admin`,`noscript`,`no_async_loading`],keyStart:0,keyStop:0,step:0},loadex:{arity:-3,flags:[`admin`,`noscript`,`no_async_loading`],keyStart:0,keyStop:0,step:0},unload:{arity:3,flags:[`admin`,`noscript`,`no_async_loading`],keyStart:0,keyStop:0,step:0}}},monitor:{arity:1,flags:[`admin`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},move:{arity:3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},mset:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:-1,requestPolicy:`multi_shard`,responsePolicy:`all_succeeded`,step:2},msetex:{arity:-4,flags:[`write`,`denyoom`,`movablekeys`],keyStart:0,keyStop:0,requestPolicy:`multi_shard`,responsePolicy:`all_succeeded`,step:0},msetnx:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:-1,step:2},multi:{arity:1,flags:[`noscript`,`loading`,`stale`,`fast`,`allow_busy`],keyStart:0,keyStop:0,step:0},object:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{encoding:{arity:3,flags:[`readonly`],keyStart:2,keyStop:2,step:1},freq:{arity:3,flags:[`readonly`],keyStart:2,keyStop:2,step:1},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},idletime:{arity:3,flags:[`readonly`],keyStart:2,keyStop:2,step:1},refcount:{arity:3,flags:[`readonly`],keyStart:2,keyStop:2,step:1}}},persist:{arity:2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},pexpire:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},pexpireat:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},pexpiretime:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},pfadd:{arity:-2,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},pfcount:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:-1,step:1},pfdebug:{arity:3,flags:[`write`,`denyoom`,`admin`],keyStart:2,keyStop:2,step:1},pfmerge:{arity:-2,flags:[`write`,`denyoom`],keyStart:1,keyStop:-1,step:1},pfselftest:{arity:1,flags:[`admin`],keyStart:0,keyStop:0,step:0},ping:{arity:-1,flags:[`fast`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`all_succeeded`,step:0},psetex:{arity:4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},psubscribe:{arity:-2,flags:[`denyoom`,`pubsub`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},psync:{arity:-3,flags:[`admin`,`noscript`,`no_async_loading`,`no_multi`],keyStart:0,keyStop:0,step:0},pttl:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},publish:{arity:3,flags:[`pubsub`,`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},pubsub:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{channels:{arity:-2,flags:[`pubsub`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},numpat:{arity:2,flags:[`pubsub`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},numsub:{arity:-2,flags:[`pubsub`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},shardchannels:{arity:-2,flags:[`pubsub`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},shardnumsub:{arity:-2,flags:[`pubsub`,`loading`,`stale`],keyStart:0,keyStop:0,step:0}}},punsubscribe:{arity:-1,flags:[`pubsub`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},quit:{arity:-1,flags:[`noscript`,`loading`,`stale`,`fast`,`no_auth`,`allow_busy`],keyStart:0,keyStop:0,step:0},randomkey:{arity:1,flags:[`readonly`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`special`,step:0},readonly:{arity:1,flags:[`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},readwrite:{arity:1,flags:[`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},rename:{arity:3,flags:[`write`],keyStart:1,keyStop:2,step:1},renamenx:{arity:3,flags:[`write`,`fast`],keyStart:1,keyStop:2,step:1},replconf:{arity:-1,flags:[`admin`,`noscript`,`loading`,`stale`,`allow_busy`],keyStart:0,keyStop:0,step:0},replicaof:{arity:3,flags:[`admin`,`noscript`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},reset:{arity:1,flags:[`noscript`,`loading`,`stale`,`fast`,`no_auth`,`allow_busy`],keyStart:0,keyStop:0,step:0},restore:{arity:-4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},"restore-asking":{arity:-4,flags:[`write`,`denyoom`,`asking`],keyStart:1,keyStop:1,step:1},role:{arity:1,flags:[`noscript`,`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},rpop:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},rpoplpush:{arity:3,flags:[`write`,`denyoom`],keyStart:1,keyStop:2,step:1},rpush:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},rpushx:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},sadd:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},save:{arity:1,flags:[`admin`,`noscript`,`no_async_loading`,`no_multi`],keyStart:0,keyStop:0,step:0},scan:{arity:-2,flags:[`readonly`],keyStart:0,keyStop:0,requestPolicy:`special`,responsePolicy:`special`,step:0},scard:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},script:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{debug:{arity:3,flags:[`noscript`],keyStart:0,keyStop:0,step:0},exists:{arity:-3,flags:[`noscript`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`agg_logical_and`,step:0},flush:{arity:-2,flags:[`noscript`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},kill:{arity:2,flags:[`noscript`,`allow_busy`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`one_succeeded`,step:0},load:{arity:3,flags:[`noscript`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0}}},sdiff:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:-1,step:1},sdiffcard:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},sdiffstore:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:-1,step:1},select:{arity:2,flags:[`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},set:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},setbit:{arity:4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},setex:{arity:4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},setnx:{arity:3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},setrange:{arity:4,flags:[`write`,`denyoom`],keyStart:1,keyStop:1,step:1},shutdown:{arity:-1,flags:[`admin`,`noscript`,`loading`,`stale`,`no_multi`,`allow_busy`],keyStart:0,keyStop:0,step:0},sinter:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:-1,step:1},sintercard:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},sinterstore:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:-1,step:1},sismember:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},slaveof:{arity:3,flags:[`admin`,`noscript`,`stale`,`no_async_loading`],keyStart:0,keyStop:0,step:0},slowlog:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{get:{arity:-2,flags:[`admin`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,step:0},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},len:{arity:2,flags:[`admin`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`agg_sum`,step:0},reset:{arity:2,flags:[`admin`,`loading`,`stale`],keyStart:0,keyStop:0,requestPolicy:`all_nodes`,responsePolicy:`all_succeeded`,step:0}}},smembers:{arity:2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},smismember:{arity:-3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},smove:{arity:4,flags:[`write`,`fast`],keyStart:1,keyStop:2,step:1},sort:{arity:-2,flags:[`write`,`denyoom`,`movablekeys`],keyStart:1,keyStop:1,step:1},sort_ro:{arity:-2,flags:[`readonly`,`movablekeys`],keyStart:1,keyStop:1,step:1},spop:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},spublish:{arity:3,flags:[`pubsub`,`loading`,`stale`,`fast`],keyStart:1,keyStop:1,step:1},srandmember:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},srem:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},sscan:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},ssubscribe:{arity:-2,flags:[`denyoom`,`pubsub`,`noscript`,`loading`,`stale`],keyStart:1,keyStop:-1,step:1},strlen:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},subscribe:{arity:-2,flags:[`denyoom`,`pubsub`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},substr:{arity:4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},sunion:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:-1,step:1},sunioncard:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},sunionstore:{arity:-3,flags:[`write`,`denyoom`],keyStart:1,keyStop:-1,step:1},sunsubscribe:{arity:-1,flags:[`pubsub`,`noscript`,`loading`,`stale`],keyStart:1,keyStop:-1,step:1},swapdb:{arity:3,flags:[`write`,`fast`],keyStart:0,keyStop:0,step:0},sync:{arity:1,flags:[`admin`,`noscript`,`no_async_loading`,`no_multi`],keyStart:0,keyStop:0,step:0},time:{arity:1,flags:[`loading`,`stale`,`fast`],keyStart:0,keyStop:0,step:0},touch:{arity:-2,flags:[`readonly`,`fast`],keyStart:1,keyStop:-1,requestPolicy:`multi_shard`,responsePolicy:`agg_sum`,step:1},trimslots:{arity:-5,flags:[`write`],keyStart:0,keyStop:0,step:0},ttl:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},type:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},unlink:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:-1,requestPolicy:`multi_shard`,responsePolicy:`agg_sum`,step:1},unsubscribe:{arity:-1,flags:[`pubsub`,`noscript`,`loading`,`stale`],keyStart:0,keyStop:0,step:0},unwatch:{arity:1,flags:[`noscript`,`loading`,`stale`,`fast`,`allow_busy`],keyStart:0,keyStop:0,step:0},vadd:{arity:-5,flags:[`write`,`denyoom`,`module`],keyStart:1,keyStop:1,step:1},vcard:{arity:2,flags:[`readonly`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vdim:{arity:2,flags:[`readonly`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vemb:{arity:-3,flags:[`readonly`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vgetattr:{arity:3,flags:[`readonly`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vinfo:{arity:2,flags:[`readonly`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vismember:{arity:3,flags:[`readonly`,`module`],keyStart:1,keyStop:1,step:1},vlinks:{arity:-3,flags:[`readonly`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vrandmember:{arity:-2,flags:[`readonly`,`module`],keyStart:1,keyStop:1,step:1},vrange:{arity:-4,flags:[`readonly`,`module`],keyStart:1,keyStop:1,step:1},vrem:{arity:3,flags:[`write`,`module`],keyStart:1,keyStop:1,step:1},vsetattr:{arity:4,flags:[`write`,`module`,`fast`],keyStart:1,keyStop:1,step:1},vsim:{arity:-4,flags:[`readonly`,`module`],keyStart:1,keyStop:1,step:1},wait:{arity:3,flags:[`blocking`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`agg_min`,step:0},waitaof:{arity:4,flags:[`blocking`],keyStart:0,keyStop:0,requestPolicy:`all_shards`,responsePolicy:`agg_min`,step:0},watch:{arity:-2,flags:[`noscript`,`loading`,`stale`,`fast`,`allow_busy`],keyStart:1,keyStop:-1,step:1},xack:{arity:-4,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xackdel:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xadd:{arity:-5,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},xautoclaim:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xcfgset:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xclaim:{arity:-6,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xdel:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xdelex:{arity:-5,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xgroup:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{create:{arity:-5,flags:[`write`,`denyoom`],keyStart:2,keyStop:2,step:1},createconsumer:{arity:5,flags:[`write`,`denyoom`],keyStart:2,keyStop:2,step:1},delconsumer:{arity:5,flags:[`write`],keyStart:2,keyStop:2,step:1},destroy:{arity:4,flags:[`write`],keyStart:2,keyStop:2,step:1},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},setid:{arity:-5,flags:[`write`],keyStart:2,keyStop:2,step:1}}},xidmprecord:{arity:5,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},xinfo:{arity:-2,flags:[],keyStart:0,keyStop:0,step:0,subcommands:{consumers:{arity:4,flags:[`readonly`],keyStart:2,keyStop:2,step:1},groups:{arity:3,flags:[`readonly`],keyStart:2,keyStop:2,step:1},help:{arity:2,flags:[`loading`,`stale`],keyStart:0,keyStop:0,step:0},stream:{arity:-3,flags:[`readonly`],keyStart:2,keyStop:2,step:1}}},xlen:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},xnack:{arity:-7,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},xpending:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},xrange:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},xread:{arity:-4,flags:[`readonly`,`blocking`,`movablekeys`],keyStart:0,keyStop:0,step:0},xreadgroup:{arity:-7,flags:[`write`,`blocking`,`movablekeys`],keyStart:0,keyStop:0,step:0},xrevrange:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},xsetid:{arity:-3,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},xtrim:{arity:-4,flags:[`write`],keyStart:1,keyStop:1,step:1},zadd:{arity:-4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},zcard:{arity:2,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zcount:{arity:4,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zdiff:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},zdiffstore:{arity:-4,flags:[`write`,`denyoom`,`movablekeys`],keyStart:1,keyStop:1,step:1},zincrby:{arity:4,flags:[`write`,`denyoom`,`fast`],keyStart:1,keyStop:1,step:1},zinter:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},zintercard:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},zinterstore:{arity:-4,flags:[`write`,`denyoom`,`movablekeys`],keyStart:1,keyStop:1,step:1},zlexcount:{arity:4,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zmpop:{arity:-4,flags:[`write`,`movablekeys`],keyStart:0,keyStop:0,step:0},zmscore:{arity:-3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zpopmax:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},zpopmin:{arity:-2,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},zrandmember:{arity:-2,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrange:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrangebylex:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrangebyscore:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrangestore:{arity:-5,flags:[`write`,`denyoom`],keyStart:1,keyStop:2,step:1},zrank:{arity:-3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zrem:{arity:-3,flags:[`write`,`fast`],keyStart:1,keyStop:1,step:1},zremrangebylex:{arity:4,flags:[`write`],keyStart:1,keyStop:1,step:1},zremrangebyrank:{arity:4,flags:[`write`],keyStart:1,keyStop:1,step:1},zremrangebyscore:{arity:4,flags:[`write`],keyStart:1,keyStop:1,step:1},zrevrange:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrevrangebylex:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrevrangebyscore:{arity:-4,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zrevrank:{arity:-3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zscan:{arity:-3,flags:[`readonly`],keyStart:1,keyStop:1,step:1},zscore:{arity:3,flags:[`readonly`,`fast`],keyStart:1,keyStop:1,step:1},zunion:{arity:-3,flags:[`readonly`,`movablekeys`],keyStart:0,keyStop:0,step:0},zunionstore:{arity:-4,flags:[`write`,`denyoom`,`movablekeys`],keyStart:1,keyStop:1,step:1}}})),g=r(((e,t,n)=>{var r=n&&n.__importDefault||function(e){return e&&e.__esModule?e:{default:e}};Object.defineProperty(e,"__esModule",{value:!0}),e.getKeyIndexes=e.hasFlag=e.exists=e.list=void 0;let i=r(h()).default;e.list=Object.keys(i);let a={};e.list.forEach(e=>{a[e]=i[e].flags.reduce(function(e,t){return e[t]=!0,e},{})});function o(e,t){return e=t?.caseInsensitive?String(e).toLowerCase():e,!!i[e]}e.exists=o;function s(e,t,n){if(e=n?.nameCaseInsensitive?String(e).toLowerCase():e,!a[e])throw Error(`Unknown command `+e);return!!a[e][t]}e.hasFlag=s;function c(e,t,n){e=n?.nameCaseInsensitive?String(e).toLowerCase():e;let r=i[e];if(!r)throw Error(`Unknown command `+e);if(!Array.isArray(t))throw Error(`Expect args to be an array`);let a=r;for(let e=0;e<t.length&&a.subcommands;e++){let n=a.subcommands[String(t[e]).toLowerCase()];if(!n)break;a=n}let o=[],s=!!(n&&n.parseExternalKey),c=(e,t)=>{let n=[],r=Number(e[t]);for(let e=0;e<r;e++)n.push(e+t+1);return n},u=(e,t,n)=>{for(let r=t;r<e.length-1;r+=1)if(String(e[r]).toLowerCase()===n.toLowerCase())return r+1;return null};switch(e){case`zunionstore`:case`zinterstore`:case`zdiffstore`:o.push(0,...c(t,1));break;case`eval`:case`evalsha`:case`eval_ro`:case`evalsha_ro`:case`fcall`:case`fcall_ro`:case`blmpop`:case`bzmpop`:o.push(...c(t,1));break;case`sdiffcard`:case`sintercard`:case`sunioncard`:case`lmpop`:case`zunion`:case`zinter`:case`zmpop`:case`zintercard`:case`zdiff`:o.push(...c(t,0));break;case`msetex`:{let e=Number(t[0]);for(let t=0;t<e;t++)o.push(1+t*2);break}case`georadius`:{o.push(0);let e=u(t,5,`STORE`);e&&o.push(e);let n=u(t,5,`STOREDIST`);n&&o.push(n);break}case`georadiusbymember`:{o.push(0);let e=u(t,4,`STORE`);e&&o.push(e);let n=u(t,4,`STOREDIST`);n&&o.push(n);break}case`sort`:case`sort_ro`:o.push(0);for(let e=1;e<t.length-1;e++){let n=t[e];if(typeof n!=`string`)continue;let r=n.toUpperCase();r===`GET`?(e+=1,n=t[e],n!==`#`&&(s?o.push([e,l(n)]):o.push(e))):r===`BY`?(e+=1,s?o.push([e,l(t[e])]):o.push(e)):r===`STORE`&&(e+=1,o.push(e))}break;case`migrate`:if(t[2]===``)for(let e=5;e<t.length-1;e++){let n=t[e];if(typeof n==`string`&&n.toUpperCase()===`KEYS`){for(let n=e+1;n<t.length;n++)o.push(n);break}}else o.push(2);break;case`xreadgroup`:case`xread`:for(let n=e===`xread`?0:3;n<t.length-1;n++)if(String(t[n]).toUpperCase()===`STREAMS`){for(let e=n+1;e<=n+(t.length-1-n)/2;e++)o.push(e);break}break;default:if(a.step>0){let e=a.keyStart-1,n=a.keyStop>0?a.keyStop:t.length+a.keyStop+1;for(let t=e;t<n;t+=a.step)o.push(t)}}return o}e.getKeyIndexes=c;function l(e){typeof e!=`string`&&(e=String(e));let t=e.indexOf(`->`);return t===-1?e.length:t}})),_=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.tryCatch=e.errorObj=void 0,e.errorObj={e:{}};let t;function n(n,r){try{let e=t;return t=null,e.apply(this,arguments)}catch(t){return e.errorObj.e=t,e.errorObj}}function r(e){return t=e,n}e.tryCatch=r})),v=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=_();function n(e){setTimeout(function(){throw e},0)}function r(e,r,i){return typeof r==`function`&&e.then(e=>{let a;a=i!==void 0&&Object(i).spread&&Array.isArray(e)?t.tryCatch(r).apply(void 0,[null].concat(e)):e===void 0?t.tryCatch(r)(null):t.tryCatch(r)(null,e),a===t.errorObj&&n(a.e)},e=>{if(!e){let t=Error(e+``);Object.assign(t,{cause:e}),e=t}let i=t.tryCatch(r)(e);i===t.errorObj&&n(i.e)}),e}e.default=r})),y=r(((e,t)=>{let r=n(`assert`),i=n(`util`);function a(e){Object.defineProperty(this,"message",{value:e||``,configurable:!0,writable:!0}),Error.captureStackTrace(this,this.constructor)}i.inherits(a,Error),Object.defineProperty(a.prototype,"name",{value:`RedisError`,configurable:!0,writable:!0});function o(e,t,n){r(t),r.strictEqual(typeof n,`number`),Object.defineProperty(this,"message",{value:e||``,configurable:!0,writable:!0});let i=Error.stackTraceLimit;Error.stackTraceLimit=2,Error.captureStackTrace(this,this.constructor),Error.stackTraceLimit=i,this.offset=n,this.buffer=t}i.inherits(o,a),Object.defineProperty(o.prototype,"name",{value:`ParserError`,configurable:!0,writable:!0});function s(e){Object.defineProperty(this,"message",{value:e||``,configurable:!0,writable:!0});let t=Error.stackTraceLimit;Error.stackTraceLimit=2,Error.captureStackTrace(this,this.constructor),Error.stackTraceLimit=t}i.inherits(s,a),Object.defineProperty(s.prototype,"name",{value:`ReplyError`,configurable:!0,writable:!0});function c(e){Object.defineProperty(this,"message",{value:e||``,configurable:!0,writable:!0}),Error.captureStackTrace(this,this.constructor)}i.inherits(c,a),Object.defineProperty(c.prototype,"name",{value:`AbortError`,configurable:!0,writable:!0});function l(e){Object.defineProperty(this,"message",{value:e||``,configurable:!0,writable:!0}),Error.captureStackTrace(this,this.constructor)}i.inherits(l,c),Object.defineProperty(l.prototype,"name",{value:`InterruptError`,configurable:!0,writable:!0}),t.exports={RedisError:a,ParserError:o,ReplyError:s,AbortError:c,InterruptError:l}})),b=r(((e,t)=>{let r=n(`assert`);var i=class extends Error{get name(){return this.constructor.name}},a=class extends i{constructor(e,t,n){r(t),r.strictEqual(typeof n,`number`);let i=Error.stackTraceLimit;Error.stackTraceLimit=2,super(e),Error.stackTraceLimit=i,this.offset=n,this.buffer=t}get name(){return this.constructor.name}},o=class extends i{constructor(e){let t=Error.stackTraceLimit;Error.stackTraceLimit=2,super(e),Error.stackTraceLimit=t}get name(){return this.constructor.name}},s=class extends i{get name(){return this.constructor.name}};t.exports={RedisError:i,ParserError:a,ReplyError:o,AbortError:s,InterruptError:class extends s{get name(){return this.constructor.name}}}})),x=r(((e,t)=>{t.exports=process.version.charCodeAt(1)<55&&process.version.charCodeAt(2)===46?y():b()})),S=r(((e,t)=>{var n=[0,4129,8258,12387,16516,20645,24774,28903,33032,37161,41290,45419,49548,53677,57806,61935,4657,528,12915,8786,21173,17044,29431,25302,37689,33560,45947,41818,54205,50076,62463,58334,9314,13379,1056,5121,25830,29895,17572,21637,42346,46411,34088,38153,58862,62927,50604,54669,13907,9842,5649,1584,30423,26358,22165,18100,46939,42874,38681,34616,63455,59390,55197,51132,18628,22757,26758,30887,2112,6241,10242,14371,51660,55789,59790,63919,35144,39273,43274,47403,23285,19156,31415,27286,6769,2640,14899,10770,56317,52188,64447,60318,39801,35672,47931,43802,27814,31879,19684,23749,11298,15363,3168,7233,60846,64911,52716,56781,44330,48395,36200,40265,32407,28342,24277,20212,15891,11826,7761,3696,65439,61374,57309,53244,48923,44858,40793,36728,37256,33193,45514,41451,53516,49453,61774,57711,4224,161,12482,8419,20484,16421,28742,24679,33721,37784,41979,46042,49981,54044,58239,62302,689,4752,8947,13010,16949,21012,25207,29270,46570,42443,38312,34185,62830,58703,54572,50445,13538,9411,5280,1153,29798,25671,21540,17413,42971,47098,34713,38840,59231,63358,50973,55100,9939,14066,1681,5808,26199,30326,17941,22068,55628,51565,63758,59695,39368,35305,47498,43435,22596,18533,30726,26663,6336,2273,14466,10403,52093,56156,60223,64286,35833,39896,43963,48026,19061,23124,27191,31254,2801,6864,10931,14994,64814,60687,56684,52557,48554,44427,40424,36297,31782,27655,23652,19525,15522,11395,7392,3265,61215,65342,53085,57212,44955,49082,36825,40952,28183,32310,20053,24180,11923,16050,3793,7920],r=function(e){for(var t,n=0,r=0,i=[],a=e.length;n<a;n++)t=e.charCodeAt(n),t<128?i[r++]=t:t<2048?(i[r++]=t>>6|192,i[r++]=t&63|128):(t&64512)==55296&&n+1<e.length&&(e.charCodeAt(n+1)&64512)==56320?(t=65536+((t&1023)<<10)+(e.charCodeAt(++n)&1023),i[r++]=t>>18|240,i[r++]=t>>12&63|128,i[r++]=t>>6&63|128,i[r++]=t&63|128):(i[r++]=t>>12|224,i[r++]=t>>6&63|128,i[r++]=t&63|128);return i},i=t.exports=function(e){for(var t,i=0,a=-1,o=0,s=0,c=typeof e==`string`?r(e):e,l=c.length;i<l;){if(t=c[i++],a===-1)t===123&&(a=i);else if(t!==125)s=n[(t^s>>8)&255]^s<<8;else if(i-1!==a)return s&16383;o=n[(t^o>>8)&255]^o<<8}return o&16383};t.exports.generateMulti=function(e){for(var t=1,n=e.length,r=i(e[0]);t<n;)if(i(e[t++])!==r)return-1;return r}})),ee=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.defaults=void 0;let t=/^(?:0|[1-9]\d*)$/;function n(e){return e==null}function r(e,t){return e===t||Number.isNaN(e)&&Number.isNaN(t)}function i(e){return Number.isSafeInteger(e)&&e>=0}function a(e){return e!=null&&typeof e!=`function`&&i(e.length)}function o(e){return e!==null&&(typeof e==`object`||typeof e==`function`)}function s(e,n=2**53-1){switch(typeof e){case`number`:return Number.isInteger(e)&&e>=0&&e<n;case`symbol`:return!1;case`string`:return t.test(e)}}function c(e,t,n){return o(n)&&(typeof t==`number`&&a(n)&&s(t)&&t<n.length||typeof t==`string`&&t in n)?r(n[t],e):!1}function l(e,...t){e=Object(e);let i=Object.prototype,a=t.length,o=a>2?t[2]:void 0;o&&c(t[0],t[1],o)&&(a=1);for(let o=0;o<a;o++){if(n(t[o]))continue;let a=t[o];for(let t in a){let n=e[t];(n===void 0||!i.hasOwnProperty.call(e,t)&&r(n,i[t]))&&(e[t]=a[t])}}return e}e.defaults=l})),C=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.isArguments=void 0;function t(e){return e==null?e===void 0?`[object Undefined]`:`[object Null]`:Object.prototype.toString.call(e)}function n(e){return typeof e==`object`&&!!e&&t(e)===`[object Arguments]`}e.isArguments=n})),w=r(((e,t,n)=>{var r=n&&n.__createBinding||(Object.create?(function(e,t,n,r){r===void 0&&(r=n);var i=Object.getOwnPropertyDescriptor(t,n);(!i||(`get`in i?!t.__esModule:i.writable||i.configurable))&&(i={enumerable:!0,get:function(){return t[n]}}),Object.defineProperty(e,r,i)}):(function(e,t,n,r){r===void 0&&(r=n),e[r]=t[n]})),i=n&&n.__exportStar||function(e,t){for(var n in e)n!=="default"&&!Object.prototype.hasOwnProperty.call(t,n)&&r(t,e,n)};Object.defineProperty(e,"__esModule",{value:!0}),e.noop=void 0;function a(){}e.noop=a,i(ee(),e),i(C(),e)})),T=r(((e,t)=>{var n=1e3,r=n*60,i=r*60,a=i*24,o=a*7,s=a*365.25;t.exports=function(e,t){t||={};var n=typeof e;if(n===`string`&&e.length>0)return c(e);if(n===`number`&&isFinite(e))return t.long?u(e):l(e);throw Error(`val is not a non-empty string or a valid number. val=`+JSON.stringify(e))};function c(e){if(e=String(e),!(e.length>100)){var t=/^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(e);if(t){var c=parseFloat(t[1]);switch((t[2]||`ms`).toLowerCase()){case`years`:case`year`:case`yrs`:case`yr`:case`y`:return c*s;case`weeks`:case`week`:case`w`:return c*o;case`days`:case`day`:case`d`:return c*a;case`hours`:case`hour`:case`hrs`:case`hr`:case`h`:return c*i;case`minutes`:case`minute`:case`mins`:case`min`:case`m`:return c*r;case`seconds`:case`second`:case`secs`:case`sec`:case`s`:return c*n;case`milliseconds`:case`millisecond`:case`msecs`:case`msec`:case`ms`:return c;default:return}}}}function l(e){var t=Math.abs(e);return t>=a?Math.round(e/a)+`d`:t>=i?Math.round(e/i)+`h`:t>=r?Math.round(e/r)+`m`:t>=n?Math.round(e/n)+`s`:e+`ms`}function u(e){var t=Math.abs(e);return t>=a?d(e,t,a,`day`):t>=i?d(e,t,i,`hour`):t>=r?d(e,t,r,`minute`):t>=n?d(e,t,n,`second`):e+` ms`}function d(e,t,n,r){var i=t>=n*1.5;return Math.round(e/n)+` `+r+(i?`s`:``)}})),te=r(((e,t)=>{function n(e){n.debug=n,n.default=n,n.coerce=c,n.disable=o,n.enable=i,n.enabled=s,n.humanize=T(),n.destroy=l,Object.keys(e).forEach(t=>{n[t]=e[t]}),n.names=[],n.skips=[],n.formatters={};function t(e){let t=0;for(let n=0;n<e.length;n++)t=(t<<5)-t+e.charCodeAt(n),t|=0;return n.colors[Math.abs(t)%n.colors.length]}n.selectColor=t;function n(e){let t,i=null,a,o;function s(...e){if(!s.enabled)return;let r=s,i=Number(new Date);r.diff=i-(t||i),r.prev=t,r.curr=i,t=i,e[0]=n.coerce(e[0]),typeof e[0]!=`string`&&e.unshift(`%O`);let a=0;e[0]=e[0].replace(/%([a-zA-Z%])/g,(t,i)=>{if(t===`%%`)return`%`;a++;let o=n.formatters[i];if(typeof o==`function`){let n=e[a];t=o.call(r,n),e.splice(a,1),a--}return t}),n.formatArgs.call(r,e),(r.log||n.log).apply(r,e)}return s.namespace=e,s.useColors=n.useColors(),s.color=n.selectColor(e),s.extend=r,s.destroy=n.destroy,Object.defineProperty(s,"enabled",{enumerable:!0,configurable:!1,get:()=>i===null?(a!==n.namespaces&&(a=n.namespaces,o=n.enabled(e)),o):i,set:e=>{i=e}}),typeof n.init==`function`&&n.init(s),s}function r(e,t){let r=n(this.namespace+(t===void 0?`:`:t)+e);return r.log=this.log,r}function i(e){n.save(e),n.namespaces=e,n.names=[],n.skips=[];let t=(typeof e==`string`?e:``).trim().replace(/\s+/g,`,`).split(`,`).filter(Boolean);for(let e of t)e[0]===`-`?n.skips.push(e.slice(1)):n.names.push(e)}function a(e,t){let n=0,r=0,i=-1,a=0;for(;n<e.length;)if(r<t.length&&(t[r]===e[n]||t[r]===`*`))t[r]===`*`?(i=r,a=n,r++):(n++,r++);else if(i!==-1)r=i+1,a++,n=a;else return!1;for(;r<t.length&&t[r]===`*`;)r++;return r===t.length}function o(){let e=[...n.names,...n.skips.map(e=>`-`+e)].join(`,`);return n.enable(``),e}function s(e){for(let t of n.skips)if(a(e,t))return!1;for(let t of n.names)if(a(e,t))return!0;return!1}function c(e){return e instanceof Error?e.stack||e.message:e}function l(){console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.")}return n.enable(n.load()),n}t.exports=n})),E=r(((e,t)=>{e.formatArgs=r,e.save=i,e.load=a,e.useColors=n,e.storage=o(),e.destroy=(()=>{let e=!1;return()=>{e||(e=!0,console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`."))}})(),e.colors=`#0000CC.#0000FF.#0033CC.#0033FF.#0066CC.#0066FF.#0099CC.#0099FF.#00CC00.#00CC33.#00CC66.#00CC99.#00CCCC.#00CCFF.#3300CC.#3300FF.#3333CC.#3333FF.#3366CC.#3366FF.#3399CC.#3399FF.#33CC00.#33CC33.#33CC66.#33CC99.#33CCCC.#33CCFF.#6600CC.#6600FF.#6633CC.#6633FF.#66CC00.#66CC33.#9900CC.#9900FF.#9933CC.#9933FF.#99CC00.#99CC33.#CC0000.#CC0033.#CC0066.#CC0099.#CC00CC.#CC00FF.#CC3300.#CC3333.#CC3366.#CC3399.#CC33CC.#CC33FF.#CC6600.#CC6633.#CC9900.#CC9933.#CCCC00.#CCCC33.#FF0000.#FF0033.#FF0066.#FF0099.#FF00CC.#FF00FF.#FF3300.#FF3333.#FF3366.#FF3399.#FF33CC.#FF33FF.#FF6600.#FF6633.#FF9900.#FF9933.#FFCC00.#FFCC33`.split(`.`);function n(){if(typeof window<`u`&&window.process&&(window.process.type===`renderer`||window.process.__nwjs))return!0;if(typeof navigator<`u`&&navigator.userAgent&&navigator.userAgent.toLowerCase().match(/(edge|trident)\/(\d+)/))return!1;let e;return typeof document<`u`&&document.documentElement&&document.documentElement.style&&document.documentElement.style.WebkitAppearance||typeof window<`u`&&window.console&&(window.console.firebug||window.console.exception&&window.console.table)||typeof navigator<`u`&&navigator.userAgent&&(e=navigator.userAgent.toLowerCase().match(/firefox\/(\d+)/))&&parseInt(e[1],10)>=31||typeof navigator<`u`&&navigator.userAgent&&navigator.userAgent.toLowerCase().match(/applewebkit\/(\d+)/)}function r(e){if(e[0]=(this.useColors?`%c`:``)+this.namespace+(this.useColors?` %c`:` `)+e[0]+(this.useColors?`%c `:` `)+`+`+t.exports.humanize(this.diff),!this.useColors)return;let n=`color: `+this.color;e.splice(1,0,n,`color: inherit`);let r=0,i=0;e[0].replace(/%[a-zA-Z%]/g,e=>{e!==`%%`&&(r++,e===`%c`&&(i=r))}),e.splice(i,0,n)}e.log=console.debug||console.log||(()=>{});function i(t){try{t?e.storage.setItem(`debug`,t):e.storage.removeItem(`debug`)}catch{}}function a(){let t;try{t=e.storage.getItem(`debug`)||e.storage.getItem(`DEBUG`)}catch{}return!t&&typeof process<`u`&&`env`in process&&(t=process.env.DEBUG),t}function o(){try{return localStorage}catch{}}t.exports=te()(e);let{formatters:s}=t.exports;s.j=function(e){try{return JSON.stringify(e)}catch(e){return`[UnexpectedJSONParseError]: `+e.message}}})),D=r(((e,t)=>{t.exports=(e,t=process.argv)=>{let n=e.startsWith(`-`)?``:e.length===1?`-`:`--`,r=t.indexOf(n+e),i=t.indexOf(`--`);return r!==-1&&(i===-1||r<i)}})),O=r(((e,t)=>{let r=n(`os`),i=n(`tty`),a=D(),{env:o}=process,s;a(`no-color`)||a(`no-colors`)||a(`color=false`)||a(`color=never`)?s=0:(a(`color`)||a(`colors`)||a(`color=true`)||a(`color=always`))&&(s=1),`FORCE_COLOR`in o&&(s=o.FORCE_COLOR===`true`?1:o.FORCE_COLOR===`false`?0:o.FORCE_COLOR.length===0?1:Math.min(parseInt(o.FORCE_COLOR,10),3));function c(e){return e!==0&&{level:e,hasBasic:!0,has256:e>=2,has16m:e>=3}}function l(e,t){if(s===0)return 0;if(a(`color=16m`)||a(`color=full`)||a(`color=truecolor`))return 3;if(a(`color=256`))return 2;if(e&&!t&&s===void 0)return 0;let n=s||0;if(o.TERM===`dumb`)return n;if(process.platform===`win32`){let e=r.release().split(`.`);return Number(e[0])>=10&&Number(e[2])>=10586?Number(e[2])>=14931?3:2:1}if(`CI`in o)return[`TRAVIS`,`CIRCLECI`,`APPVEYOR`,`GITLAB_CI`,`GITHUB_ACTIONS`,`BUILDKITE`].some(e=>e in o)||o.CI_NAME===`codeship`?1:n;if(`TEAMCITY_VERSION`in o)return+!!/^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(o.TEAMCITY_VERSION);if(o.COLORTERM===`truecolor`)return 3;if(`TERM_PROGRAM`in o){let e=parseInt((o.TERM_PROGRAM_VERSION||``).split(`.`)[0],10);switch(o.TERM_PROGRAM){case`iTerm.app`:return e>=3?3:2;case`Apple_Terminal`:return 2}}return/-256(color)?$/i.test(o.TERM)?2:/^screen|^xterm|^vt100|^vt220|^rxvt|color|ansi|cygwin|linux/i.test(o.TERM)||`COLORTERM`in o?1:n}function u(e){return c(l(e,e&&e.isTTY))}t.exports={supportsColor:u,stdout:c(l(!0,i.isatty(1))),stderr:c(l(!0,i.isatty(2)))}})),k=r(((e,t)=>{let r=n(`tty`),i=n(`util`);e.init=d,e.log=c,e.formatArgs=o,e.save=l,e.load=u,e.useColors=a,e.destroy=i.deprecate(()=>{},"Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`."),e.colors=[6,2,3,4,5,1];try{let t=O();t&&(t.stderr||t).level>=2&&(e.colors=[20,21,26,27,32,33,38,39,40,41,42,43,44,45,56,57,62,63,68,69,74,75,76,77,78,79,80,81,92,93,98,99,112,113,128,129,134,135,148,149,160,161,162,163,164,165,166,167,168,169,170,171,172,173,178,179,184,185,196,197,198,199,200,201,202,203,204,205,206,207,208,209,214,215,220,221])}catch{}e.inspectOpts=Object.keys(process.env).filter(e=>/^debug_/i.test(e)).reduce((e,t)=>{let n=t.substring(6).toLowerCase().replace(/_([a-z])/g,(e,t)=>t.toUpperCase()),r=process.env[t];return r=/^(yes|on|true|enabled)$/i.test(r)?!0:/^(no|off|false|disabled)$/i.test(r)?!1:r===`null`?null:Number(r),e[n]=r,e},{});function a(){return`colors`in e.inspectOpts?!!e.inspectOpts.colors:r.isatty(process.stderr.fd)}function o(e){let{namespace:n,useColors:r}=this;if(r){let r=this.color,i=`\x1B[3`+(r<8?r:`8;5;`+r),a=`  ${i};1m${n} \u001B[0m`;e[0]=a+e[0].split(`
`).join(`
`+a),e.push(i+`m+`+t.exports.humanize(this.diff)+`\x1B[0m`)}else e[0]=s()+n+` `+e[0]}function s(){return e.inspectOpts.hideDate?``:new Date().toISOString()+` `}function c(...t){return process.stderr.write(i.formatWithOptions(e.inspectOpts,...t)+`
`)}function l(e){e?process.env.DEBUG=e:delete process.env.DEBUG}function u(){return process.env.DEBUG}function d(t){t.inspectOpts={};let n=Object.keys(e.inspectOpts);for(let r=0;r<n.length;r++)t.inspectOpts[n[r]]=e.inspectOpts[n[r]]}t.exports=te()(e);let{formatters:f}=t.exports;f.o=function(e){return this.inspectOpts.colors=this.useColors,i.inspect(e,this.inspectOpts).split(`
`).map(e=>e.trim()).join(` `)},f.O=function(e){return this.inspectOpts.colors=this.useColors,i.inspect(e,this.inspectOpts)}})),ne=r(((e,t)=>{t.exports=typeof process>`u`||process.type===`renderer`||process.browser===!0||process.__nwjs?E():k()})),re=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.genRedactedString=e.getStringValue=e.MAX_ARGUMENT_LENGTH=void 0;let t=ne();e.MAX_ARGUMENT_LENGTH=200;function n(e){if(e!==null)switch(typeof e){case`boolean`:return;case`number`:return;case`object`:if(Buffer.isBuffer(e))return e.toString(`hex`);if(Array.isArray(e))return e.join(`,`);try{return JSON.stringify(e)}catch{return}case`string`:return e}}e.getStringValue=n;function r(e,t){let{length:n}=e;return n<=t?e:e.slice(0,t)+` ... <REDACTED full-length="`+n+`">`}e.genRedactedString=r;function i(e){let i=(0,t.default)(`ioredis:${e}`);function a(...e){if(i.enabled){for(let t=1;t<e.length;t++){let i=n(e[t]);typeof i==`string`&&i.length>200&&(e[t]=r(i,200))}return i.apply(null,e)}}return Object.defineProperties(a,{namespace:{get(){return i.namespace}},enabled:{get(){return i.enabled}},destroy:{get(){return i.destroy}},log:{get(){return i.log},set(e){i.log=e}}}),a}e.default=i})),ie=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=`-----BEGIN CERTIFICATE-----
MIIDTzCCAjegAwIBAgIJAKSVpiDswLcwMA0GCSqGSIb3DQEBBQUAMD4xFjAUBgNV
BAoMDUdhcmFudGlhIERhdGExJDAiBgNVBAMMG1NTTCBDZXJ0aWZpY2F0aW9uIEF1
dGhvcml0eTAeFw0xMzEwMDExMjE0NTVaFw0yMzA5MjkxMjE0NTVaMD4xFjAUBgNV
BAoMDUdhcmFudGlhIERhdGExJDAiBgNVBAMMG1NTTCBDZXJ0aWZpY2F0aW9uIEF1
dGhvcml0eTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALZqkh/DczWP
JnxnHLQ7QL0T4B4CDKWBKCcisriGbA6ZePWVNo4hfKQC6JrzfR+081NeD6VcWUiz
rmd+jtPhIY4c+WVQYm5PKaN6DT1imYdxQw7aqO5j2KUCEh/cznpLxeSHoTxlR34E
QwF28Wl3eg2vc5ct8LjU3eozWVk3gb7alx9mSA2SgmuX5lEQawl++rSjsBStemY2
BDwOpAMXIrdEyP/cVn8mkvi/BDs5M5G+09j0gfhyCzRWMQ7Hn71u1eolRxwVxgi3
TMn+/vTaFSqxKjgck6zuAYjBRPaHe7qLxHNr1So/Mc9nPy+3wHebFwbIcnUojwbp
4nctkWbjb2cCAwEAAaNQME4wHQYDVR0OBBYEFP1whtcrydmW3ZJeuSoKZIKjze3w
MB8GA1UdIwQYMBaAFP1whtcrydmW3ZJeuSoKZIKjze3wMAwGA1UdEwQFMAMBAf8w
DQYJKoZIhvcNAQEFBQADggEBAG2erXhwRAa7+ZOBs0B6X57Hwyd1R4kfmXcs0rta
lbPpvgULSiB+TCbf3EbhJnHGyvdCY1tvlffLjdA7HJ0PCOn+YYLBA0pTU/dyvrN6
Su8NuS5yubnt9mb13nDGYo1rnt0YRfxN+8DM3fXIVr038A30UlPX2Ou1ExFJT0MZ
uFKY6ZvLdI6/1cbgmguMlAhM+DhKyV6Sr5699LM3zqeI816pZmlREETYkGr91q7k
BpXJu/dtHaGxg1ZGu6w/PCsYGUcECWENYD4VQPd8N32JjOfu6vEgoEAwfPP+3oGp
Z4m3ewACcWOAenqflb+cQYC4PsF7qbXDmRaWrbKntOlZ3n0=
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIGMTCCBBmgAwIBAgICEAAwDQYJKoZIhvcNAQELBQAwajELMAkGA1UEBhMCVVMx
CzAJBgNVBAgMAkNBMQswCQYDVQQHDAJDQTESMBAGA1UECgwJUmVkaXNMYWJzMS0w
KwYDVQQDDCRSZWRpc0xhYnMgUm9vdCBDZXJ0aWZpY2F0ZSBBdXRob3JpdHkwHhcN
MTgwMjI1MTUzNzM3WhcNMjgwMjIzMTUzNzM3WjBfMQswCQYDVQQGEwJVUzELMAkG
A1UECAwCQ0ExEjAQBgNVBAoMCVJlZGlzTGFiczEvMC0GA1UEAwwmUkNQIEludGVy
bWVkaWF0ZSBDZXJ0aWZpY2F0ZSBBdXRob3JpdHkwggIiMA0GCSqGSIb3DQEBAQUA
A4ICDwAwggIKAoICAQDf9dqbxc8Bq7Ctq9rWcxrGNKKHivqLAFpPq02yLPx6fsOv
Tq7GsDChAYBBc4v7Y2Ap9RD5Vs3dIhEANcnolf27QwrG9RMnnvzk8pCvp1o6zSU4
VuOE1W66/O1/7e2rVxyrnTcP7UgK43zNIXu7+tiAqWsO92uSnuMoGPGpeaUm1jym
hjWKtkAwDFSqvHY+XL5qDVBEjeUe+WHkYUg40cAXjusAqgm2hZt29c2wnVrxW25W
P0meNlzHGFdA2AC5z54iRiqj57dTfBTkHoBczQxcyw6hhzxZQ4e5I5zOKjXXEhZN
r0tA3YC14CTabKRus/JmZieyZzRgEy2oti64tmLYTqSlAD78pRL40VNoaSYetXLw
hhNsXCHgWaY6d5bLOc/aIQMAV5oLvZQKvuXAF1IDmhPA+bZbpWipp0zagf1P1H3s
UzsMdn2KM0ejzgotbtNlj5TcrVwpmvE3ktvUAuA+hi3FkVx1US+2Gsp5x4YOzJ7u
P1WPk6ShF0JgnJH2ILdj6kttTWwFzH17keSFICWDfH/+kM+k7Y1v3EXMQXE7y0T9
MjvJskz6d/nv+sQhY04xt64xFMGTnZjlJMzfQNi7zWFLTZnDD0lPowq7l3YiPoTT
t5Xky83lu0KZsZBo0WlWaDG00gLVdtRgVbcuSWxpi5BdLb1kRab66JptWjxwXQID
AQABo4HrMIHoMDoGA1UdHwQzMDEwL6AtoCuGKWh0dHBzOi8vcmwtY2Etc2VydmVy
LnJlZGlzbGFicy5jb20vdjEvY3JsMEYGCCsGAQUFBwEBBDowODA2BggrBgEFBQcw
AYYqaHR0cHM6Ly9ybC1jYS1zZXJ2ZXIucmVkaXNsYWJzLmNvbS92MS9vY3NwMB0G
A1UdDgQWBBQHar5OKvQUpP2qWt6mckzToeCOHDAfBgNVHSMEGDAWgBQi42wH6hM4
L2sujEvLM0/u8lRXTzASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIB
hjANBgkqhkiG9w0BAQsFAAOCAgEAirEn/iTsAKyhd+pu2W3Z5NjCko4NPU0EYUbr
AP7+POK2rzjIrJO3nFYQ/LLuC7KCXG+2qwan2SAOGmqWst13Y+WHp44Kae0kaChW
vcYLXXSoGQGC8QuFSNUdaeg3RbMDYFT04dOkqufeWVccoHVxyTSg9eD8LZuHn5jw
7QDLiEECBmIJHk5Eeo2TAZrx4Yx6ufSUX5HeVjlAzqwtAqdt99uCJ/EL8bgpWbe+
XoSpvUv0SEC1I1dCAhCKAvRlIOA6VBcmzg5Am12KzkqTul12/VEFIgzqu0Zy2Jbc
AUPrYVu/+tOGXQaijy7YgwH8P8n3s7ZeUa1VABJHcxrxYduDDJBLZi+MjheUDaZ1
jQRHYevI2tlqeSBqdPKG4zBY5lS0GiAlmuze5oENt0P3XboHoZPHiqcK3VECgTVh
/BkJcuudETSJcZDmQ8YfoKfBzRQNg2sv/hwvUv73Ss51Sco8GEt2lD8uEdib1Q6z
zDT5lXJowSzOD5ZA9OGDjnSRL+2riNtKWKEqvtEG3VBJoBzu9GoxbAc7wIZLxmli
iF5a/Zf5X+UXD3s4TMmy6C4QZJpAA2egsSQCnraWO2ULhh7iXMysSkF/nzVfZn43
iqpaB8++9a37hWq14ZmOv0TJIDz//b2+KC4VFXWQ5W5QC6whsjT+OlG4p5ZYG0jo
616pxqo=
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIFujCCA6KgAwIBAgIJAJ1aTT1lu2ScMA0GCSqGSIb3DQEBCwUAMGoxCzAJBgNV
BAYTAlVTMQswCQYDVQQIDAJDQTELMAkGA1UEBwwCQ0ExEjAQBgNVBAoMCVJlZGlz
TGFiczEtMCsGA1UEAwwkUmVkaXNMYWJzIFJvb3QgQ2VydGlmaWNhdGUgQXV0aG9y
aXR5MB4XDTE4MDIyNTE1MjA0MloXDTM4MDIyMDE1MjA0MlowajELMAkGA1UEBhMC
VVMxCzAJBgNVBAgMAkNBMQswCQYDVQQHDAJDQTESMBAGA1UECgwJUmVkaXNMYWJz
MS0wKwYDVQQDDCRSZWRpc0xhYnMgUm9vdCBDZXJ0aWZpY2F0ZSBBdXRob3JpdHkw
ggIiMA0GCSqGSIb3DQEBAQUAA4ICDwAwggIKAoICAQDLEjXy7YrbN5Waau5cd6g1
G5C2tMmeTpZ0duFAPxNU4oE3RHS5gGiok346fUXuUxbZ6QkuzeN2/2Z+RmRcJhQY
Dm0ZgdG4x59An1TJfnzKKoWj8ISmoHS/TGNBdFzXV7FYNLBuqZouqePI6ReC6Qhl
pp45huV32Q3a6IDrrvx7Wo5ZczEQeFNbCeCOQYNDdTmCyEkHqc2AGo8eoIlSTutT
ULOC7R5gzJVTS0e1hesQ7jmqHjbO+VQS1NAL4/5K6cuTEqUl+XhVhPdLWBXJQ5ag
54qhX4v+ojLzeU1R/Vc6NjMvVtptWY6JihpgplprN0Yh2556ewcXMeturcKgXfGJ
xeYzsjzXerEjrVocX5V8BNrg64NlifzTMKNOOv4fVZszq1SIHR8F9ROrqiOdh8iC
JpUbLpXH9hWCSEO6VRMB2xJoKu3cgl63kF30s77x7wLFMEHiwsQRKxooE1UhgS9K
2sO4TlQ1eWUvFvHSTVDQDlGQ6zu4qjbOpb3Q8bQwoK+ai2alkXVR4Ltxe9QlgYK3
StsnPhruzZGA0wbXdpw0bnM+YdlEm5ffSTpNIfgHeaa7Dtb801FtA71ZlH7A6TaI
SIQuUST9EKmv7xrJyx0W1pGoPOLw5T029aTjnICSLdtV9bLwysrLhIYG5bnPq78B
cS+jZHFGzD7PUVGQD01nOQIDAQABo2MwYTAdBgNVHQ4EFgQUIuNsB+oTOC9rLoxL
yzNP7vJUV08wHwYDVR0jBBgwFoAUIuNsB+oTOC9rLoxLyzNP7vJUV08wDwYDVR0T
AQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAYYwDQYJKoZIhvcNAQELBQADggIBAHfg
z5pMNUAKdMzK1aS1EDdK9yKz4qicILz5czSLj1mC7HKDRy8cVADUxEICis++CsCu
rYOvyCVergHQLREcxPq4rc5Nq1uj6J6649NEeh4WazOOjL4ZfQ1jVznMbGy+fJm3
3Hoelv6jWRG9iqeJZja7/1s6YC6bWymI/OY1e4wUKeNHAo+Vger7MlHV+RuabaX+
hSJ8bJAM59NCM7AgMTQpJCncrcdLeceYniGy5Q/qt2b5mJkQVkIdy4TPGGB+AXDJ
D0q3I/JDRkDUFNFdeW0js7fHdsvCR7O3tJy5zIgEV/o/BCkmJVtuwPYOrw/yOlKj
TY/U7ATAx9VFF6/vYEOMYSmrZlFX+98L6nJtwDqfLB5VTltqZ4H/KBxGE3IRSt9l
FXy40U+LnXzhhW+7VBAvyYX8GEXhHkKU8Gqk1xitrqfBXY74xKgyUSTolFSfFVgj
mcM/X4K45bka+qpkj7Kfv/8D4j6aZekwhN2ly6hhC1SmQ8qjMjpG/mrWOSSHZFmf
ybu9iD2AYHeIOkshIl6xYIa++Q/00/vs46IzAbQyriOi0XxlSMMVtPx0Q3isp+ji
n8Mq9eOuxYOEQ4of8twUkUDd528iwGtEdwf0Q01UyT84S62N8AySl1ZBKXJz6W4F
UhWfa/HQYOAPDdEjNgnVwLI23b8t0TozyCWw7q8h
-----END CERTIFICATE-----

-----BEGIN CERTIFICATE-----
MIIEjzCCA3egAwIBAgIQe55B/ALCKJDZtdNT8kD6hTANBgkqhkiG9w0BAQsFADBM
MSAwHgYDVQQLExdHbG9iYWxTaWduIFJvb3QgQ0EgLSBSMzETMBEGA1UEChMKR2xv
YmFsU2lnbjETMBEGA1UEAxMKR2xvYmFsU2lnbjAeFw0yMjAxMjYxMjAwMDBaFw0y
NTAxMjYwMDAwMDBaMFgxCzAJBgNVBAYTAkJFMRkwFwYDVQQKExBHbG9iYWxTaWdu
IG52LXNhMS4wLAYDVQQDEyVHbG9iYWxTaWduIEF0bGFzIFIzIE9WIFRMUyBDQSAy
MDIyIFEyMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmGmg1LW9b7Lf
8zDD83yBDTEkt+FOxKJZqF4veWc5KZsQj9HfnUS2e5nj/E+JImlGPsQuoiosLuXD
BVBNAMcUFa11buFMGMeEMwiTmCXoXRrXQmH0qjpOfKgYc5gHG3BsRGaRrf7VR4eg
ofNMG9wUBw4/g/TT7+bQJdA4NfE7Y4d5gEryZiBGB/swaX6Jp/8MF4TgUmOWmalK
dZCKyb4sPGQFRTtElk67F7vU+wdGcrcOx1tDcIB0ncjLPMnaFicagl+daWGsKqTh
counQb6QJtYHa91KvCfKWocMxQ7OIbB5UARLPmC4CJ1/f8YFm35ebfzAeULYdGXu
jE9CLor0OwIDAQABo4IBXzCCAVswDgYDVR0PAQH/BAQDAgGGMB0GA1UdJQQWMBQG
CCsGAQUFBwMBBggrBgEFBQcDAjASBgNVHRMBAf8ECDAGAQH/AgEAMB0GA1UdDgQW
BBSH5Zq7a7B/t95GfJWkDBpA8HHqdjAfBgNVHSMEGDAWgBSP8Et/qC5FJK5NUPpj
move4t0bvDB7BggrBgEFBQcBAQRvMG0wLgYIKwYBBQUHMAGGImh0dHA6Ly9vY3Nw
Mi5nbG9iYWxzaWduLmNvbS9yb290cjMwOwYIKwYBBQUHMAKGL2h0dHA6Ly9zZWN1
cmUuZ2xvYmFsc2lnbi5jb20vY2FjZXJ0L3Jvb3QtcjMuY3J0MDYGA1UdHwQvMC0w
K6ApoCeGJWh0dHA6Ly9jcmwuZ2xvYmFsc2lnbi5jb20vcm9vdC1yMy5jcmwwIQYD
VR0gBBowGDAIBgZngQwBAgIwDAYKKwYBBAGgMgoBAjANBgkqhkiG9w0BAQsFAAOC
AQEAKRic9/f+nmhQU/wz04APZLjgG5OgsuUOyUEZjKVhNGDwxGTvKhyXGGAMW2B/
3bRi+aElpXwoxu3pL6fkElbX3B0BeS5LoDtxkyiVEBMZ8m+sXbocwlPyxrPbX6mY
0rVIvnuUeBH8X0L5IwfpNVvKnBIilTbcebfHyXkPezGwz7E1yhUULjJFm2bt0SdX
y+4X/WeiiYIv+fTVgZZgl+/2MKIsu/qdBJc3f3TvJ8nz+Eax1zgZmww+RSQWeOj3
15Iw6Z5FX+NwzY/Ab+9PosR5UosSeq+9HhtaxZttXG1nVh+avYPGYddWmiMT90J5
ZgKnO/Fx2hBgTxhOTMYaD312kg==
-----END CERTIFICATE-----

-----BEGIN CERTIFICATE-----
MIIDXzCCAkegAwIBAgILBAAAAAABIVhTCKIwDQYJKoZIhvcNAQELBQAwTDEgMB4G
A1UECxMXR2xvYmFsU2lnbiBSb290IENBIC0gUjMxEzARBgNVBAoTCkdsb2JhbFNp
Z24xEzARBgNVBAMTCkdsb2JhbFNpZ24wHhcNMDkwMzE4MTAwMDAwWhcNMjkwMzE4
MTAwMDAwWjBMMSAwHgYDVQQLExdHbG9iYWxTaWduIFJvb3QgQ0EgLSBSMzETMBEG
A1UEChMKR2xvYmFsU2lnbjETMBEGA1UEAxMKR2xvYmFsU2lnbjCCASIwDQYJKoZI
hvcNAQEBBQADggEPADCCAQoCggEBAMwldpB5BngiFvXAg7aEyiie/QV2EcWtiHL8
RgJDx7KKnQRfJMsuS+FggkbhUqsMgUdwbN1k0ev1LKMPgj0MK66X17YUhhB5uzsT
gHeMCOFJ0mpiLx9e+pZo34knlTifBtc+ycsmWQ1z3rDI6SYOgxXG71uL0gRgykmm
KPZpO/bLyCiR5Z2KYVc3rHQU3HTgOu5yLy6c+9C7v/U9AOEGM+iCK65TpjoWc4zd
QQ4gOsC0p6Hpsk+QLjJg6VfLuQSSaGjlOCZgdbKfd/+RFO+uIEn8rUAVSNECMWEZ
XriX7613t2Saer9fwRPvm2L7DWzgVGkWqQPabumDk3F2xmmFghcCAwEAAaNCMEAw
DgYDVR0PAQH/BAQDAgEGMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFI/wS3+o
LkUkrk1Q+mOai97i3Ru8MA0GCSqGSIb3DQEBCwUAA4IBAQBLQNvAUKr+yAzv95ZU
RUm7lgAJQayzE4aGKAczymvmdLm6AC2upArT9fHxD4q/c2dKg8dEe3jgr25sbwMp
jjM5RcOO5LlXbKr8EpbsU8Yt5CRsuZRj+9xTaGdWPoO4zzUhw8lo/s7awlOqzJCK
6fBdRoyV3XpYKBovHd7NADdBj+1EbddTKJd+82cEHhXXipa0095MJ6RMG3NzdvQX
mcIfeg7jLQitChws/zyrVQ4PkX4268NXSb7hLi18YIvDQVETI53O9zJrlAGomecs
Mx86OyXShkDOOyyGeMlhLxS67ttVb9+E7gUJTb0o2HLO02JQZR7rkpeDMdmztcpH
WD9f
-----END CERTIFICATE-----`;e.default={RedisCloudFixed:{ca:t},RedisCloudFlexible:{ca:t}}})),A=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.noop=e.isArguments=e.defaults=e.Debug=e.zipMap=e.isResp2SubscriberMode=e.CONNECTION_CLOSED_ERROR_MSG=e.shuffle=e.sample=e.resolveTLSProfile=e.parseURL=e.optimizeErrorStack=e.toArg=e.convertMapToArray=e.convertObjectToArray=e.timeout=e.packObject=e.isInt=e.wrapMultiResult=e.convertBufferToString=void 0;let t=w();Object.defineProperty(e,"defaults",{enumerable:!0,get:function(){return t.defaults}}),Object.defineProperty(e,"isArguments",{enumerable:!0,get:function(){return t.isArguments}}),Object.defineProperty(e,"noop",{enumerable:!0,get:function(){return t.noop}}),e.Debug=re().default;let n=ie();function r(e,t){if(e instanceof Buffer)return e.toString(t);if(Array.isArray(e)){let n=e.length,i=Array(n);for(let a=0;a<n;++a)i[a]=e[a]instanceof Buffer&&t===`utf8`?e[a].toString():r(e[a],t);return i}if(i(e)){let n=Object.keys(e),i={};for(let a of n){let n=e[a],o=n instanceof Buffer&&t===`utf8`?n.toString():r(n,t);a===`__proto__`||a===`constructor`?Object.defineProperty(i,a,{value:o,configurable:!0,enumerable:!0,writable:!0}):i[a]=o}return i}return e}e.convertBufferToString=r;function i(e){if(typeof e!=`object`||!e)return!1;let t=Object.getPrototypeOf(e);return t===Object.prototype||t===null}function a(e){if(!e)return null;let t=[],n=e.length;for(let r=0;r<n;++r){let n=e[r];n instanceof Error?t.push([n]):t.push([null,n])}return t}e.wrapMultiResult=a;function o(e){let t=parseFloat(e);return!isNaN(e)&&(t|0)===t}e.isInt=o;function s(e){let t={},n=e.length;for(let r=1;r<n;r+=2)t[e[r-1]]=e[r];return t}e.packObject=s;function c(e,t){let n=null,r=function(){n&&(clearTimeout(n),n=null,e.apply(this,arguments))};return n=setTimeout(r,t,Error(`timeout`)),r}e.timeout=c;function l(e){let t=[],n=Object.keys(e);for(let r=0,i=n.length;r<i;r++)t.push(n[r],e[n[r]]);return t}e.convertObjectToArray=l;function u(e){let t=[],n=0;return e.forEach(function(e,r){t[n]=r,t[n+1]=e,n+=2}),t}e.convertMapToArray=u;function d(e){return e==null?``:typeof e==`number`&&Number.isInteger(e)&&!Number.isSafeInteger(e)?BigInt(e).toString():String(e)}e.toArg=d;function f(e,t,n){let r=t.split(`
`),i=``,a=1;for(;a<r.length&&r[a].indexOf(n)!==-1;++a);for(let e=a;e<r.length;++e)i+=`
`+r[e];if(e.stack){let t=e.stack.indexOf(`
`);e.stack=e.stack.slice(0,t)+i}return e}e.optimizeErrorStack=f;function p(e){if(o(e))return{port:e};let n=e,r=/^rediss?:\/\//i.test(n),i=n.startsWith(`//`);if(n[0]===`/`&&!i){let e=n.indexOf(`?`),r={path:e===-1?n:n.slice(0,e)};if(e!==-1){let i={};new URLSearchParams(n.slice(e+1)).forEach((e,t)=>{i[t]=m(t,e)}),(0,t.defaults)(r,i)}return r}let a;a=r?new URL(n):i?new URL(`redis:`+n):new URL(`redis://`+n);let s={};a.searchParams.forEach((e,t)=>{s[t]=m(t,e)});let c={};return(a.username||a.password)&&(c.username=decodeURIComponent(a.username),c.password=decodeURIComponent(a.password)),a.pathname&&a.pathname!==`/`&&(r||i?a.pathname.length>1&&(c.db=a.pathname.slice(1)):c.path=a.pathname),a.hostname&&(c.host=a.hostname.replace(/^\[|\]$/g,``)),a.port&&(c.port=a.port),(0,t.defaults)(c,s),c}e.parseURL=p;function m(e,t){if(e===`family`){let e=Number.parseInt(t,10);if(!Number.isNaN(e))return e}return t}function h(e){let t=e?.tls;typeof t==`string`&&(t={profile:t});let r=n.default[t?.profile];return r&&(t=Object.assign({},r,t),delete t.profile,e=Object.assign({},e,{tls:t})),e}e.resolveTLSProfile=h;function g(e,t=0){let n=e.length;return t>=n?null:e[t+Math.floor(Math.random()*(n-t))]}e.sample=g;function _(e){let t=e.length;for(;t>0;){let n=Math.floor(Math.random()*t);t--,[e[t],e[n]]=[e[n],e[t]]}return e}e.shuffle=_,e.CONNECTION_CLOSED_ERROR_MSG=`Connection is closed.`;function v(e){return!!e?.subscriber&&e?.protocol!==3}e.isResp2SubscriberMode=v;function y(e,t){let n=new Map;return e.forEach((e,r)=>{n.set(e,t[r])}),n}e.zipMap=y})),ae=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.parseBlockOption=e.parseSecondsArgument=void 0;let t=e=>{if(typeof e==`number`)return e;if(Buffer.isBuffer(e))return t(e.toString());if(typeof e==`string`){let t=Number(e);return Number.isFinite(t)?t:void 0}},n=e=>{if(typeof e==`string`)return e;if(Buffer.isBuffer(e))return e.toString()};e.parseSecondsArgument=e=>{let n=t(e);if(n!==void 0)return n<=0?0:n*1e3},e.parseBlockOption=e=>{for(let r=0;r<e.length;r++){let i=n(e[r]);if(i&&i.toLowerCase()===`block`){let n=t(e[r+1]);return n===void 0?void 0:n<=0?0:n}}return null}})),oe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.sortedSetWithScorePairCommands=e.transformStreamReadReply=e.transformPairReply=e.transformVsimReply=e.wrapStreamMapPairs=e.flattenNestedArrayItems=e.passthroughReplyTransformer=void 0,e.passthroughReplyTransformer=function(e){return e},e.flattenNestedArrayItems=function(e){if(!Array.isArray(e))return e;let t=null;for(let n=0;n<e.length;n++){let r=e[n];Array.isArray(r)?(t||=e.slice(0,n),t.push(...r)):t&&t.push(r)}return t??e};let t={2:{legacy:e.passthroughReplyTransformer,resp3:e.passthroughReplyTransformer},3:{legacy:e.flattenNestedArrayItems,resp3:e.passthroughReplyTransformer}},n={2:{legacy:e.flattenNestedArrayItems,resp3:e.passthroughReplyTransformer},3:{legacy:e.flattenNestedArrayItems,resp3:e.passthroughReplyTransformer}};e.wrapStreamMapPairs=function(e){if(!Array.isArray(e))return e;let t=[];for(let n=0;n<e.length;n+=2)t.push([e[n],e[n+1]]);return t};let r={2:{legacy:e.passthroughReplyTransformer,resp3:e.passthroughReplyTransformer},3:{legacy:e.wrapStreamMapPairs,resp3:e.passthroughReplyTransformer}};e.transformVsimReply=function(e,t){return n[t.protocol][t.replyMapping](e,t)},e.transformPairReply=function(e,n){return t[n.protocol][n.replyMapping](e,n)},e.transformStreamReadReply=function(e,t){return r[t.protocol][t.replyMapping](e,t)},e.sortedSetWithScorePairCommands=[`zdiff`,`zinter`,`zpopmax`,`zpopmin`,`zunion`,`zrandmember`,`zrange`,`zrangebyscore`,`zrevrange`,`zrevrangebyscore`]})),se=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=g(),n=S(),r=v(),i=A(),a=ae(),o=oe();var s=class e{static checkFlag(e,t){return t=t.toLowerCase(),!!this.getFlagMap()[e][t]}static setArgumentTransformer(e,t){this._transformer.argument[e]=t}static setReplyTransformer(e,t){this._transformer.reply[e]=t}static getFlagMap(){return this.flagMap||=Object.keys(e.FLAGS).reduce((t,n)=>(t[n]={},e.FLAGS[n].forEach(e=>{t[n][e]=!0}),t),{}),this.flagMap}constructor(e,t=[],n={},r){if(this.name=e,this.inTransaction=!1,this.isTraced=!1,this.isResolved=!1,this.isSettled=!1,this.transformed=!1,this.replyEncoding=n.replyEncoding,this.protocol=2,this.replyMapping=`legacy`,this.errorStack=n.errorStack,this.args=t.flat(),this.callback=r,this.initPromise(),n.keyPrefix){let e=n.keyPrefix instanceof Buffer,t=e?n.keyPrefix:null;this._iterateKeys(r=>r instanceof Buffer?(t===null&&(t=Buffer.from(n.keyPrefix)),Buffer.concat([t,r])):e?Buffer.concat([n.keyPrefix,Buffer.from(String(r))]):n.keyPrefix+r)}n.readOnly&&(this.isReadOnly=!0)}getSlot(){if(this.slot===void 0){let e=this.getKeys()[0];this.slot=e==null?null:n(e)}return this.slot}getKeys(){return this._iterateKeys()}setReplyContext(e){this.protocol=e?.protocol??2,this.replyMapping=e?.replyMapping??`legacy`}toWritable(e){let t,n=`*`+(this.args.length+1)+`\r
$`+Buffer.byteLength(this.name)+`\r
`+this.name+`\r
`;if(this.bufferMode){let e=new u;e.push(n);for(let t=0;t<this.args.length;++t){let n=this.args[t];n instanceof Buffer?n.length===0?e.push(`$0\r
\r
`):(e.push(`$`+n.length+`\r
`),e.push(n),e.push(`\r
`)):e.push(`$`+Buffer.byteLength(n)+`\r
`+n+`\r
`)}t=e.toBuffer()}else{t=n;for(let e=0;e<this.args.length;++e){let n=this.args[e];t+=`$`+Buffer.byteLength(n)+`\r
`+n+`\r
`}}return t}stringifyArguments(){for(let e=0;e<this.args.length;++e){let t=this.args[e];typeof t==`string`||(t instanceof Buffer?this.bufferMode=!0:this.args[e]=(0,i.toArg)(t))}}transformReply(t){this.replyEncoding&&(t=(0,i.convertBufferToString)(t,this.replyEncoding));let n=e._transformer.reply[this.name];return n&&(t=n(t,{commandName:this.name,protocol:this.protocol,replyMapping:this.replyMapping})),t}setTimeout(e){this._commandTimeoutTimer||=setTimeout(()=>{this.isSettled||this.reject(Error(`Command timed out`))},e)}setBlockingTimeout(e){if(e<=0)return;this._blockingTimeoutTimer&&=(clearTimeout(this._blockingTimeoutTimer),void 0);let t=Date.now();this._blockingDeadline===void 0&&(this._blockingDeadline=t+e);let n=this._blockingDeadline-t;n<=0?this.resolve(null):this._blockingTimeoutTimer=setTimeout(()=>{this.isSettled?this._blockingTimeoutTimer=void 0:(this._blockingTimeoutTimer=void 0,this.resolve(null))},n)}extractBlockingTimeout(){let t=this.args;if(!t||t.length===0)return;let n=this.name.toLowerCase();if(n===`blmovem`)return(0,a.parseSecondsArgument)(t[4]);if(e.checkFlag(`LAST_ARG_TIMEOUT_COMMANDS`,n))return(0,a.parseSecondsArgument)(t[t.length-1]);if(e.checkFlag(`FIRST_ARG_TIMEOUT_COMMANDS`,n))return(0,a.parseSecondsArgument)(t[0]);if(e.checkFlag(`BLOCK_OPTION_COMMANDS`,n))return(0,a.parseBlockOption)(t)}_clearTimers(){let e=this._commandTimeoutTimer;e&&(clearTimeout(e),delete this._commandTimeoutTimer);let t=this._blockingTimeoutTimer;t&&(clearTimeout(t),delete this._blockingTimeoutTimer)}initPromise(){this.isResolved=!1,this.isSettled=!1;let t=new Promise((t,n)=>{if(!this.transformed){this.transformed=!0;let t=e._transformer.argument[this.name];t&&(this.args=t(this.args)),this.stringifyArguments()}this.resolve=this._convertValue(t),this.reject=e=>{this._clearTimers(),this.isSettled=!0,this.errorStack?n((0,i.optimizeErrorStack)(e,this.errorStack.stack,__dirname)):n(e)}});this.promise=(0,r.default)(t,this.callback)}_iterateKeys(e=e=>e){if(this.keys===void 0&&(this.keys=[],(0,t.exists)(this.name,{caseInsensitive:!0}))){let n=(0,t.getKeyIndexes)(this.name,this.args,{nameCaseInsensitive:!0});for(let t of n)this.args[t]=e(this.args[t]),this.keys.push(this.args[t])}return this.keys}_convertValue(e){return t=>{try{this._clearTimers(),e(this.transformReply(t)),this.isResolved=!0,this.isSettled=!0}catch(e){this.reject(e)}return this.promise}}};s.FLAGS={VALID_IN_SUBSCRIBER_MODE:[`subscribe`,`psubscribe`,`unsubscribe`,`punsubscribe`,`ssubscribe`,`sunsubscribe`,`ping`,`quit`],VALID_IN_MONITOR_MODE:[`monitor`,`auth`],ENTER_SUBSCRIBER_MODE:[`subscribe`,`psubscribe`,`ssubscribe`],EXIT_SUBSCRIBER_MODE:[`unsubscribe`,`punsubscribe`,`sunsubscribe`],WILL_DISCONNECT:[`quit`],HANDSHAKE_COMMANDS:[`auth`,`hello`,`select`,`client`,`readonly`,`info`],IGNORE_RECONNECT_ON_ERROR:[`client`],BLOCKING_COMMANDS:[`blpop`,`brpop`,`brpoplpush`,`blmove`,`blmovem`,`bzpopmin`,`bzpopmax`,`bzmpop`,`blmpop`,`xread`,`xreadgroup`],LAST_ARG_TIMEOUT_COMMANDS:[`blpop`,`brpop`,`brpoplpush`,`blmove`,`bzpopmin`,`bzpopmax`],FIRST_ARG_TIMEOUT_COMMANDS:[`bzmpop`,`blmpop`],BLOCK_OPTION_COMMANDS:[`xread`,`xreadgroup`]},s._transformer={argument:{},reply:{}},e.default=s;let c=function(e){if(e.length===1){if(e[0]instanceof Map)return(0,i.convertMapToArray)(e[0]);if(typeof e[0]==`object`&&e[0]!==null)return(0,i.convertObjectToArray)(e[0])}return e},l=function(e){if(e.length===2){if(e[1]instanceof Map)return[e[0]].concat((0,i.convertMapToArray)(e[1]));if(typeof e[1]==`object`&&e[1]!==null)return[e[0]].concat((0,i.convertObjectToArray)(e[1]))}return e};s.setArgumentTransformer(`mset`,c),s.setArgumentTransformer(`msetnx`,c),s.setArgumentTransformer(`hset`,l),s.setArgumentTransformer(`hmset`,l),s.setReplyTransformer(`hgetall`,function(e){if(Array.isArray(e)){let t={};for(let n=0;n<e.length;n+=2){let r=e[n],i=e[n+1];r in t?Object.defineProperty(t,r,{value:i,configurable:!0,enumerable:!0,writable:!0}):t[r]=i}return t}return e}),s.setReplyTransformer(`vsim`,o.transformVsimReply),s.setReplyTransformer(`hrandfield`,o.transformPairReply),s.setReplyTransformer(`xread`,o.transformStreamReadReply),s.setReplyTransformer(`xreadgroup`,o.transformStreamReadReply);for(let e of o.sortedSetWithScorePairCommands)s.setReplyTransformer(e,o.transformPairReply);var u=class{constructor(){this.length=0,this.items=[]}push(e){this.length+=Buffer.byteLength(e),this.items.push(e)}toBuffer(){let e=Buffer.allocUnsafe(this.length),t=0;for(let n of this.items){let r=Buffer.byteLength(n);Buffer.isBuffer(n)?n.copy(e,t):e.write(n,t,r),t+=r}return e}}})),ce=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=x();var n=class extends t.RedisError{constructor(e,t){super(e),this.lastNodeError=t,Error.captureStackTrace(this,this.constructor)}get name(){return this.constructor.name}};n.defaultMessage=`Failed to refresh slots cache.`,e.default=n})),le=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=n(`stream`);e.default=class extends t.Readable{constructor(e){super(e),this.opt=e,this._redisCursor=`0`,this._redisDrained=!1}_read(){if(this._redisDrained){this.push(null);return}let e=[this._redisCursor];this.opt.key&&e.unshift(this.opt.key),this.opt.match&&e.push(`MATCH`,this.opt.match),this.opt.type&&e.push(`TYPE`,this.opt.type),this.opt.count&&e.push(`COUNT`,String(this.opt.count)),this.opt.noValues&&e.push(`NOVALUES`),this.opt.redis[this.opt.command](e,(e,t)=>{e?this.emit(`error`,e):(this._redisCursor=t[0]instanceof Buffer?t[0].toString():t[0],this._redisCursor===`0`&&(this._redisDrained=!0),this.push(t[1]))})}close(){this._redisDrained=!0}}})),ue=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.executeWithAutoPipelining=e.getFirstValueInFlattenedArray=e.shouldUseAutoPipelining=e.notAllowedAutoPipelineCommands=e.kCallbacks=e.kExec=void 0;let t=w(),n=S(),r=v(),i=g();e.kExec=Symbol(`exec`),e.kCallbacks=Symbol(`callbacks`),e.notAllowedAutoPipelineCommands=[`auth`,`info`,`script`,`quit`,`cluster`,`pipeline`,`multi`,`subscribe`,`psubscribe`,`unsubscribe`,`unpsubscribe`,`select`,`client`,`hello`,`readonly`,`himport`];function a(t,n){if(t._runningAutoPipelines.has(n)||!t._autoPipelines.has(n))return;t._runningAutoPipelines.add(n);let r=t._autoPipelines.get(n);t._autoPipelines.delete(n);let i=r[e.kCallbacks];r[e.kCallbacks]=null,r.exec(function(e,r){if(t._runningAutoPipelines.delete(n),e)for(let t=0;t<i.length;t++)process.nextTick(i[t],e);else for(let e=0;e<i.length;e++)process.nextTick(i[e],...r[e]);t._autoPipelines.has(n)&&a(t,n)})}function o(t,n,r){return n&&t.options.enableAutoPipelining&&!t.isPipeline&&!e.notAllowedAutoPipelineCommands.includes(r)&&!t.options.autoPipeliningIgnoredCommands.includes(r)}e.shouldUseAutoPipelining=o;function s(e){for(let n=0;n<e.length;n++){let r=e[n];if(typeof r==`string`)return r;if(Array.isArray(r)||(0,t.isArguments)(r)){if(r.length===0)continue;return r[0]}let i=[r].flat();if(i.length>0)return i[0]}}e.getFirstValueInFlattenedArray=s;function c(e,t){if((0,i.exists)(e,{caseInsensitive:!0})){let n=t.flat(),r=(0,i.getKeyIndexes)(e,n,{nameCaseInsensitive:!0});if(r.length)return n[r[0]]}return s(t)}function l(o,s,u,d,f){if(o.isCluster&&!o.slots.length)return o.status===`wait`&&o.connect().catch(t.noop),(0,r.default)(new Promise(function(e,t){o.delayUntilReady(n=>{n?t(n):l(o,s,u,d,null).then(e,t)})}),f);let p=o.options.keyPrefix||``,m=o.isCluster?o.slots[n(`${p}${c(u,d)}`)].join(`,`):`main`;if(o.isCluster&&o.options.scaleReads!==`master`){let e=(0,i.exists)(u)&&(0,i.hasFlag)(u,`readonly`);m+=e?`:read`:`:write`}if(!o._autoPipelines.has(m)){let t=o.pipeline();t[e.kExec]=!1,t[e.kCallbacks]=[],o._autoPipelines.set(m,t)}let h=o._autoPipelines.get(m);h[e.kExec]||(h[e.kExec]=!0,setImmediate(a,o,m));let g=new Promise(function(t,n){h[e.kCallbacks].push(function(e,r){e?n(e):t(r)}),s===`call`&&d.unshift(u),h[s](...d)});return(0,r.default)(g,f)}e.executeWithAutoPipelining=l})),de=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=n(`crypto`),r=se(),i=v();e.default=class{constructor(e,n=null,i=``,a=!1){this.lua=e,this.numberOfKeys=n,this.keyPrefix=i,this.readOnly=a,this.sha=(0,t.createHash)(`sha1`).update(e).digest(`hex`);let o=this.sha,s=new WeakSet;this.Command=class extends r.default{toWritable(t){let n=this.reject;return this.reject=e=>{e.message.indexOf(`NOSCRIPT`)!==-1&&s.delete(t),n.call(this,e)},s.has(t)?this.name===`eval`&&(this.name=`evalsha`,this.args[0]=o):(s.add(t),this.name=`eval`,this.args[0]=e),super.toWritable(t)}}}execute(e,t,n,r){typeof this.numberOfKeys==`number`&&t.unshift(this.numberOfKeys),this.keyPrefix&&(n.keyPrefix=this.keyPrefix),this.readOnly&&(n.readOnly=!0);let a=new this.Command(`evalsha`,[this.sha,...t],n);return a.promise=a.promise.catch(r=>{if(r.message.indexOf(`NOSCRIPT`)===-1)throw r;let i=new this.Command(`evalsha`,[this.sha,...t],n);return(e.isPipeline?e.redis:e).sendCommand(i)}),(0,i.default)(a.promise,r),e.sendCommand(a)}}})),fe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=g(),n=ue(),r=se(),i=de();var a=class{constructor(){this.options={},this.scriptsSet={},this.addedBuiltinSet=new Set}getBuiltinCommands(){return o.slice(0)}createBuiltinCommand(e){return{string:s(null,e,`utf8`),buffer:s(null,e,null)}}addBuiltinCommand(e){this.addedBuiltinSet.add(e),this[e]=s(e,e,`utf8`),this[e+`Buffer`]=s(e+`Buffer`,e,null)}defineCommand(e,t){let n=new i.default(t.lua,t.numberOfKeys,this.options.keyPrefix,t.readOnly);this.scriptsSet[e]=n,this[e]=c(e,e,n,`utf8`),this[e+`Buffer`]=c(e+`Buffer`,e,n,null)}sendCommand(e,t,n){throw Error(`"sendCommand" is not implemented`)}};let o=t.list.filter(e=>e!==`monitor`);o.push(`sentinel`),o.forEach(function(e){a.prototype[e]=s(e,e,`utf8`),a.prototype[e+`Buffer`]=s(e+`Buffer`,e,null)}),a.prototype.call=s(`call`,`utf8`),a.prototype.callBuffer=s(`callBuffer`,null),a.prototype.send_command=a.prototype.call;function s(e,t,i){return i===void 0&&(i=t,t=null),function(...a){let o=t||a.shift(),s=a[a.length-1];typeof s==`function`?a.pop():s=void 0;let c={errorStack:this.options.showFriendlyErrorStack?Error():void 0,keyPrefix:this.options.keyPrefix,replyEncoding:i};return(0,n.shouldUseAutoPipelining)(this,e,o)?(0,n.executeWithAutoPipelining)(this,e,o,a,s):this.sendCommand(new r.default(o,a,c,s))}}function c(e,t,r,i){return function(...a){let o=typeof a[a.length-1]==`function`?a.pop():void 0,s={replyEncoding:i};return this.options.showFriendlyErrorStack&&(s.errorStack=Error()),(0,n.shouldUseAutoPipelining)(this,e,t)?(0,n.executeWithAutoPipelining)(this,e,t,a,o):r.execute(this,a,s,o)}}e.default=a})),pe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.interceptHimportControlCommand=e.isHimportControlCommand=e.isInternalHimportCommand=e.unbindHimportCoordinator=e.setHimportRole=e.interceptHimportPipeline=e.interceptHimportCommand=e.getHimportBinding=e.bindHimportCoordinator=e.cloneHimportFieldsets=e.hasHimportCoordinator=void 0;let t=se(),n=A();e.hasHimportCoordinator=Symbol(`hasHimportCoordinator`);let r=new WeakMap,i=new WeakSet,a=(0,n.Debug)(`himport`);function o(e){return e instanceof Buffer?Buffer.from(e):e}function s(e){return Buffer.from(e).toString(`base64`)}function c(e){return e===void 0?``:Buffer.isBuffer(e)?e.toString(`utf8`).toUpperCase():String(e).toUpperCase()}function l(e){if(e===void 0)return;if(!Array.isArray(e))throw TypeError(`himportFieldsets must be an array`);let t=new Set,n=e.map(e=>{if(!e||typeof e!=`object`)throw TypeError(`Each HIMPORT fieldset must be an object`);if(typeof e.name!=`string`&&!Buffer.isBuffer(e.name))throw TypeError(`Each HIMPORT fieldset name must be a string or Buffer`);if(!Array.isArray(e.fields))throw TypeError(`Each HIMPORT fieldset fields value must be an array`);let n=o(e.name),r=s(n);if(t.has(r))throw TypeError(`Duplicate HIMPORT fieldset name`);t.add(r);let i=e.fields.map(e=>{if(typeof e!=`string`&&!Buffer.isBuffer(e))throw TypeError(`Each HIMPORT field must be a string or Buffer`);return o(e)});return Object.freeze({name:n,fields:Object.freeze(i)})});return Object.freeze(n)}e.cloneHimportFieldsets=l,e.default=class{constructor(e){this.definitionsByName=new Map,this.sessions=new WeakMap,this.managedSets=new WeakMap,this.definitions=e.map(e=>{let t={canonicalName:s(e.name),name:e.name,fields:e.fields};return this.definitionsByName.set(t.canonicalName,t),t})}get size(){return this.definitions.length}beginSession(e){this.sessions.set(e,{fieldsets:new Map})}detach(e){this.sessions.delete(e)}invalidate(e){let t=this.sessions.get(e);t&&t.fieldsets.clear()}getDefinitions(){return this.definitions}classify(e){let t=this.managedSets.get(e);if(t)return t;if(e.name.toLowerCase()!==`himport`||c(e.args[0])!==`SET`)return;let n=e.args[2];if(typeof n!=`string`&&!Buffer.isBuffer(n))return;let r=this.definitionsByName.get(s(n));if(!r)return;let i={definition:r,recoveryAttempts:0,recoveryInstalled:!1};return this.managedSets.set(e,i),i}prepareCommand(e,t){let n=this.classify(t);if(n)return this.ensurePrepared(e,n.definition)}hasManagedSet(e){return e.some(e=>this.classify(e)!==void 0)}prepareCommands(e,t){let n=new Set;for(let r of t){let t=this.prepareCommand(e,r);t&&n.add(t)}if(n.size!==0)return Promise.all(n).then(()=>void 0)}interceptCommand(e,t,n,r){if(t.isSettled)return!0;if(t.name.toLowerCase()===`reset`&&this.invalidate(e),!this.classify(t))return!1;this.installRecovery(e,t,r);let i=this.consumeAllowedSend(e,t);if(!n||i)return!1;let a=this.prepareCommand(e,t);return a?(a.then(()=>{if(!t.isSettled)try{this.allowNextSend(e,t),r()}catch(e){t.reject(e)}},e=>{t.isSettled||t.reject(e)}),!0):!1}allowNextSend(e,t){let n=this.classify(t);n&&(n.sendWithoutPreparationOn=e)}consumeAllowedSend(e,t){let n=this.managedSets.get(t);return n?.sendWithoutPreparationOn===e&&(n.sendWithoutPreparationOn=void 0,!0)}installRecovery(e,t,n){let r=this.classify(t);if(!r||(r.lastConnection=e,r.resumeSend=n,r.recoveryInstalled))return;r.recoveryInstalled=!0;let i=t.reject;t.reject=e=>{if(t.isSettled)return;let n=r.lastConnection,a=r.resumeSend;if(r.recoveryAttempts>0||!n||!a||!y(e)){i.call(t,e);return}r.recoveryAttempts+=1,this.markUnprepared(n,r.definition);let o=this.ensurePrepared(n,r.definition);Promise.resolve(o).then(()=>{if(!t.isSettled)try{this.allowNextSend(n,t),a()}catch(e){i.call(t,e)}},e=>{t.isSettled||i.call(t,e)})}}ensurePrepared(e,n){let r=this.getSession(e),a=r.fieldsets.get(n.canonicalName);if(a?.status===`prepared`)return;if(a?.status===`preparing`)return a.promise;let o=new t.default(`himport`,[`PREPARE`,n.name,...n.fields]);i.add(o);let s=Promise.resolve(e.sendCommand(o)).then(()=>{if(this.sessions.get(e)!==r)return this.ensurePrepared(e,n)??Promise.resolve();let t=r.fieldsets.get(n.canonicalName);t?.status===`preparing`&&t.promise===s&&r.fieldsets.set(n.canonicalName,{status:`prepared`})},t=>{if(this.sessions.get(e)!==r)return this.ensurePrepared(e,n)??Promise.resolve();let i=r.fieldsets.get(n.canonicalName);throw i?.status===`preparing`&&i.promise===s&&r.fieldsets.delete(n.canonicalName),t});return r.fieldsets.set(n.canonicalName,{status:`preparing`,promise:s}),s}getSession(e){let t=this.sessions.get(e);return t||(t={fieldsets:new Map},this.sessions.set(e,t)),t}markUnprepared(e,t){let n=this.getSession(e).fieldsets;n.get(t.canonicalName)?.status===`prepared`&&n.delete(t.canonicalName)}};function u(t,n,i){r.set(t,{coordinator:n,role:i}),t[e.hasHimportCoordinator]=!0}e.bindHimportCoordinator=u;function d(e){return r.get(e)}e.getHimportBinding=d;function f(e,t,n,i){let a=r.get(e);return!a||a.role===`replica`||g(t)?!1:a.coordinator.interceptCommand(e,t,n,i)}e.interceptHimportCommand=f;function p({owner:e,commands:t,slot:n,preferredNodeKey:i,setDestination:a,resume:o,reject:s}){let c=r.get(e);if(!c||!c.coordinator.hasManagedSet(t))return!1;let l=e;if(c.role===`cluster`){let t=i??e.slots?.[n]?.[0],r=e.connectionPool,o=t&&r?.getInstanceByKey(t)||r?.getSampleInstance(`master`);if(!o)return s(Error(`No master node is available for the pipeline`)),!0;l=o,a(l)}let u=c.coordinator.prepareCommands(l,t);return u?(u.then(()=>{try{o()}catch(e){s(e)}},e=>{s(e)}),!0):!1}e.interceptHimportPipeline=p;function m(e,t){let n=r.get(e);n&&(n.role=t)}e.setHimportRole=m;function h(t){let n=r.get(t);n&&(n.coordinator.detach(t),r.delete(t)),t[e.hasHimportCoordinator]=!1}e.unbindHimportCoordinator=h;function g(e){return i.has(e)}e.isInternalHimportCommand=g;function _(e){return e.name.toLowerCase()===`himport`&&[`PREPARE`,`DISCARD`,`DISCARDALL`].includes(c(e.args[0]))}e.isHimportControlCommand=_;function v(e,n){if(!_(n)||e.length===0)return!1;let r=e.map(e=>{let r=new t.default(n.name,n.args);return e.sendCommand(r),r.promise});return Promise.allSettled(r).then(e=>{let t,r=!1;for(let i of e){if(i.status===`rejected`){n.reject(i.reason);return}r?String(i.value)!==String(t)&&a(`divergent HIMPORT reply across masters (%s != %s)`,i.value,t):(t=i.value,r=!0)}n.resolve(t)}),!0}e.interceptHimportControlCommand=v;function y(e){return e.message.toLowerCase().includes(`no such fieldset`)}})),me=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=S(),r=g(),i=v(),a=n(`util`),o=se(),s=n(`buffer`),c=A(),l=fe(),u=pe();function d(e,n){let r=t(n[0]),i=e._groupsBySlot[r];for(let r=1;r<n.length;r++)if(e._groupsBySlot[t(n[r])]!==i)return-1;return r}var f=class extends l.default{constructor(e){super(),this.redis=e,this.isPipeline=!0,this.replyPending=0,this._queue=[],this._result=[],this._transactions=0,this._shaToScript={},this.isCluster=this.redis.constructor.name===`Cluster`||this.redis.isCluster,this.options=e.options,Object.keys(e.scriptsSet).forEach(t=>{let n=e.scriptsSet[t];this._shaToScript[n.sha]=n,this[t]=e[t],this[t+`Buffer`]=e[t+`Buffer`]}),e.addedBuiltinSet.forEach(t=>{this[t]=e[t],this[t+`Buffer`]=e[t+`Buffer`]}),this.promise=new Promise((e,t)=>{this.resolve=e,this.reject=t});let t=this;Object.defineProperty(this,"length",{get:function(){return t._queue.length}})}fillResult(e,t){if(this._queue[t].name===`exec`&&Array.isArray(e[1])){let n=e[1].length;for(let r=0;r<n;r++){if(e[1][r]instanceof Error)continue;let i=this._queue[t-(n-r)];try{e[1][r]=i.transformReply(e[1][r])}catch(t){e[1][r]=t}}}if(this._result[t]=e,--this.replyPending)return;if(this.isCluster){let e=!0,t;for(let n=0;n<this._result.length;++n){let i=this._result[n][0],a=this._queue[n];if(i){if(a.name===`exec`&&i.message===`EXECABORT Transaction discarded because of previous errors.`)continue;if(!t)t={name:i.name,message:i.message};else if(t.name!==i.name||t.message!==i.message){e=!1;break}}else if(!a.inTransaction&&!((0,r.exists)(a.name,{caseInsensitive:!0})&&(0,r.hasFlag)(a.name,`readonly`,{nameCaseInsensitive:!0}))){e=!1;break}}if(t&&e){let e=this,n=t.message.split(` `),r=this._queue,i=!1;this._queue=[];for(let e=0;e<r.length;++e){if(n[0]===`ASK`&&!i&&r[e].name!==`asking`&&(!r[e-1]||r[e-1].name!==`asking`)){let e=new o.default(`asking`);e.ignore=!0,this.sendCommand(e)}r[e].initPromise(),this.sendCommand(r[e]),i=r[e].inTransaction}let a=!0;this.leftRedirections===void 0&&(this.leftRedirections={});let s=function(){e.exec()},c=this.redis;if(c.handleError(t,this.leftRedirections,{moved:function(t,n){e.preferKey=n,c.slots[t]?c.slots[t][0]!==n&&(c.slots[t]=[n]):c.slots[t]=[n],c._groupsBySlot[t]=c._groupsIds[c.slots[t].join(`;`)],c.refreshSlotsCache(),e.exec()},ask:function(t,n){e.preferKey=n,e.exec()},tryagain:s,clusterDown:s,connectionClosed:s,maxRedirections:()=>{a=!1},defaults:()=>{a=!1}}),a)return}}let n=0;for(let e=0;e<this._queue.length-n;++e)this._queue[e+n].ignore&&(n+=1),this._result[e]=this._result[e+n];this.resolve(this._result.slice(0,this._result.length-n))}sendCommand(e){this._transactions>0&&(e.inTransaction=!0);let t=this._queue.length;return e.pipelineIndex=t,e.promise.then(e=>{this.fillResult([null,e],t)}).catch(e=>{this.fillResult([e],t)}),this._queue.push(e),this}addBatch(e){let t,n,r;for(let i=0;i<e.length;++i)t=e[i],n=t[0],r=t.slice(1),this[n].apply(this,r);return this}};e.default=f;let p=f.prototype.multi;f.prototype.multi=function(){return this._transactions+=1,p.apply(this,arguments)};let m=f.prototype.execBuffer;f.prototype.execBuffer=(0,a.deprecate)(function(){return this._transactions>0&&--this._transactions,m.apply(this,arguments)},`Pipeline#execBuffer: Use Pipeline#exec instead`),f.prototype.exec=function(e){if(this.isCluster&&!this.redis.slots.length)return this.redis.status===`wait`&&this.redis.connect().catch(c.noop),e&&!this.nodeifiedPromise&&(this.nodeifiedPromise=!0,(0,i.default)(this.promise,e)),this.redis.delayUntilReady(t=>{t?this.reject(t):this.exec(e)}),this.promise;if(this._transactions>0)return--this._transactions,m.apply(this,arguments);this.nodeifiedPromise||(this.nodeifiedPromise=!0,(0,i.default)(this.promise,e)),this._queue.length||this.resolve([]);let n;if(this.isCluster){let e=[];for(let n=0;n<this._queue.length;n++){let r=this._queue[n].getKeys();if(r.length&&e.push(r[0]),r.length&&t.generateMulti(r)<0)return this.reject(Error(`All the keys in a pipeline command should belong to the same slot`)),this.promise}if(e.length){if(n=d(this.redis,e),n<0)return this.reject(Error(`All keys in the pipeline should belong to the same slots allocation group`)),this.promise}else n=Math.random()*16384|0}let r=this,a;return(0,u.interceptHimportPipeline)({owner:r.redis,commands:r._queue,slot:n,preferredNodeKey:r.preferKey,setDestination(e){a={slot:n,redis:e}},resume:o,reject(e){r.reject(e)}})||o(),this.promise;function o(){let e=r.replyPending=r._queue.length;r.isCluster&&!a&&(a={slot:n,redis:r.redis.connectionPool.nodes.all[r.preferKey]});let t=``,i,o={isPipeline:!0,destination:r.isCluster?a:{redis:r.redis},write(n){typeof n==`string`?(t.length+n.length>=s.constants.MAX_STRING_LENGTH&&(i||=[],t&&=(i.push(Buffer.from(t,`utf8`)),``)),t+=n):(i||=[],t&&=(i.push(Buffer.from(t,`utf8`)),``),i.push(n)),--e||(i?(t&&i.push(Buffer.from(t,`utf8`)),o.destination.redis.stream.write(Buffer.concat(i))):o.destination.redis.stream.write(t),e=r._queue.length,t=``,i=void 0)}};for(let e=0;e<r._queue.length;++e)r.redis.sendCommand(r._queue[e],o,a);return r.promise}}})),he=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.traceConnect=e.traceBatch=e.traceCommand=e.sanitizeArgs=void 0;let t=[{regex:/^ECHO/i,args:0},{regex:/^(GETSET|LPUSH|MSET|PFA|PSETEX|PUBLISH|RPUSH|SADD|SET|SPUBLISH|XADD|ZADD)/i,args:1},{regex:/^(HSET|HMSET|LSET|LINSERT)/i,args:2},{regex:/^(ACL|BIT|B[LRZ]|CLIENT|CLUSTER|CONFIG|COMMAND|DECR|DEL|EVAL|EX|FUNCTION|GEO|GET|HINCR|HMGET|HSCAN|INCR|L[TRLM]|MEMORY|P[EFISTU]|RPOP|S[CDIMORSU]|XACK|X[CDGILPRT]|Z[CDILMPRS])/i,args:-1}];function r(e,n){let r=0;for(let n of t)if(n.regex.test(e)){r=n.args;break}if(r===-1)return n.map(e=>String(e));let i=[];for(let e=0;e<n.length;e++)e<r?i.push(String(n[e])):i.push(`?`);return i}e.sanitizeArgs=r;let i=(()=>{try{return`getBuiltinModule`in process?process.getBuiltinModule(`node:diagnostics_channel`):n(`node:diagnostics_channel`)}catch{return}})(),a=i&&typeof i.tracingChannel==`function`,o=a?i.tracingChannel(`ioredis:command`):void 0,s=a?i.tracingChannel(`ioredis:batch`):void 0,c=a?i.tracingChannel(`ioredis:connect`):void 0;function l(e){return!!e&&e.hasSubscribers!==!1}let u=()=>{};function d(e,t){if(!l(o))return e();let n=o.tracePromise(e,t());return n.catch(u),n}e.traceCommand=d;function f(e,t){if(!l(s))return e();let n=s.tracePromise(e,t());return n.catch(u),n}e.traceBatch=f;function p(e,t){return l(c)?c.tracePromise(e,t()):e()}e.traceConnect=p})),ge=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.addTransactionSupport=void 0;let t=A(),n=v(),r=me(),i=he();function a(e){e.pipeline=function(e){let t=new r.default(this);return Array.isArray(e)&&t.addBatch(e),t};let{multi:a}=e;e.multi=function(e,o){if(o===void 0&&!Array.isArray(e)&&(o=e,e=null),o&&o.pipeline===!1)return a.call(this);let s=new r.default(this);s.multi(),Array.isArray(e)&&s.addBatch(e);let c=s.exec;s.exec=function(e){if(this.isCluster&&!this.redis.slots.length)return this.redis.status===`wait`&&this.redis.connect().catch(t.noop),(0,n.default)(new Promise((e,t)=>{this.redis.delayUntilReady(n=>{n?t(n):this.exec(s).then(e,t)})}),e);if(this._transactions>0&&c.call(s),this.nodeifiedPromise)return c.call(s);let r=Math.max(s.length-2,0),a=()=>c.call(s).then(function(e){let n=e[e.length-1];if(n===void 0)throw Error("Pipeline cannot be used to send any commands when the `exec()` has been called on it.");if(n[0]){n[0].previousErrors=[];for(let t=0;t<e.length-1;++t)e[t][0]&&n[0].previousErrors.push(e[t][0]);throw n[0]}return(0,t.wrapMultiResult)(n[1])}),o=`_buildBatchContext`in this.redis?(0,i.traceBatch)(a,()=>this.redis._buildBatchContext(r)):a();return(0,n.default)(o,e)};let{execBuffer:l}=s;return s.execBuffer=function(e){return this._transactions>0&&l.call(s),s.exec(e)},s};let{exec:o}=e;e.exec=function(e){return(0,n.default)(o.call(this).then(function(e){return Array.isArray(e)&&(e=(0,t.wrapMultiResult)(e)),e}),e)}}e.addTransactionSupport=a})),_e=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});function t(e,t){Object.getOwnPropertyNames(t.prototype).forEach(n=>{Object.defineProperty(e.prototype,n,Object.getOwnPropertyDescriptor(t.prototype,n))})}e.default=t})),ve=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.DEFAULT_CLUSTER_OPTIONS=void 0;let t=n(`dns`);e.DEFAULT_CLUSTER_OPTIONS={clusterRetryStrategy:e=>Math.min(100+e*2,2e3),clusterNodeRetryStrategy:null,enableOfflineQueue:!0,enableReadyCheck:!0,scaleReads:`master`,maxRedirections:16,retryDelayOnMoved:0,retryDelayOnFailover:100,retryDelayOnClusterDown:100,retryDelayOnTryAgain:100,slotsRefreshTimeout:1e3,useSRVRecords:!1,resolveSrv:t.resolveSrv,dnsLookup:t.lookup,enableAutoPipelining:!1,autoPipeliningIgnoredCommands:[],shardedSubscribers:!1}})),ye=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.getConnectionName=e.weightSrvRecords=e.groupSrvRecords=e.getUniqueHostnamesFromOptions=e.normalizeNodeOptions=e.nodeKeyToRedisOptions=e.getNodeKey=e.waitForRedisReady=void 0;let t=A(),r=n(`net`);function i(e){return e.status===`ready`?Promise.resolve():e.status===`wait`?e.connect():e.status===`end`?Promise.reject(Error(t.CONNECTION_CLOSED_ERROR_MSG)):new Promise((n,r)=>{let i=()=>{e.removeListener(`end`,a),n()},a=()=>{e.removeListener(`ready`,i),r(Error(t.CONNECTION_CLOSED_ERROR_MSG))};e.once(`ready`,i),e.once(`end`,a)})}e.waitForRedisReady=i;function a(e){return e.port=e.port||6379,e.host=e.host||`127.0.0.1`,e.host+`:`+e.port}e.getNodeKey=a;function o(e){let t=e.lastIndexOf(`:`);if(t===-1)throw Error(`Invalid node key ${e}`);return{host:e.slice(0,t),port:Number(e.slice(t+1))}}e.nodeKeyToRedisOptions=o;function s(e){return e.map(e=>{let n={};if(typeof e==`object`)Object.assign(n,e);else if(typeof e==`string`)Object.assign(n,(0,t.parseURL)(e));else if(typeof e==`number`)n.port=e;else throw Error(`Invalid argument `+e);return typeof n.port==`string`&&(n.port=parseInt(n.port,10)),delete n.db,n.port||=6379,n.host||=`127.0.0.1`,(0,t.resolveTLSProfile)(n)})}e.normalizeNodeOptions=s;function c(e){let t={};return e.forEach(e=>{t[e.host]=!0}),Object.keys(t).filter(e=>!(0,r.isIP)(e))}e.getUniqueHostnamesFromOptions=c;function l(e){let t={};for(let n of e)t.hasOwnProperty(n.priority)?(t[n.priority].totalWeight+=n.weight,t[n.priority].records.push(n)):t[n.priority]={totalWeight:n.weight,records:[n]};return t}e.groupSrvRecords=l;function u(e){if(e.records.length===1)return e.totalWeight=0,e.records.shift();let t=Math.floor(Math.random()*(e.totalWeight+e.records.length)),n=0;for(let[r,i]of e.records.entries())if(n+=1+i.weight,n>t)return e.totalWeight-=i.weight,e.records.splice(r,1),i}e.weightSrvRecords=u;function d(e,t){let n=`ioredis-cluster(${e})`;return t?`${n}:${t}`:n}e.getConnectionName=d})),be=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=ye(),n=A(),r=He(),i=(0,n.Debug)(`cluster:subscriber`);e.default=class{constructor(e,n,r=!1){this.connectionPool=e,this.emitter=n,this.isSharded=r,this.started=!1,this.subscriber=null,this.slotRange=[],this.onSubscriberEnd=()=>{this.started?(i(`subscriber has disconnected, selecting a new one...`),this.selectSubscriber()):i(`subscriber has disconnected, but ClusterSubscriber is not started, so not reconnecting.`)},this.connectionPool.on(`-node`,(e,n)=>{this.started&&this.subscriber&&(0,t.getNodeKey)(this.subscriber.options)===n&&(i(`subscriber has left, selecting a new one...`),this.selectSubscriber())}),this.connectionPool.on(`+node`,()=>{this.started&&!this.subscriber&&(i(`a new node is discovered and there is no subscriber, selecting a new one...`),this.selectSubscriber())})}getInstance(){return this.subscriber}associateSlotRange(e){return this.isSharded&&(this.slotRange=e),this.slotRange}start(){this.started=!0,this.selectSubscriber(),i(`started`)}stop(){this.started=!1,this.subscriber&&=(this.subscriber.disconnect(),null)}isStarted(){return this.started}selectSubscriber(){let e=this.lastActiveSubscriber;e&&(e.off(`end`,this.onSubscriberEnd),e.disconnect()),this.subscriber&&(this.subscriber.off(`end`,this.onSubscriberEnd),this.subscriber.disconnect());let a=(0,n.sample)(this.connectionPool.getNodes());if(!a){i(`selecting subscriber failed since there is no node discovered in the cluster yet`),this.subscriber=null;return}let{options:o}=a;i(`selected a subscriber %s:%s`,o.host,o.port);let s=`subscriber`;this.isSharded&&(s=`ssubscriber`),this.subscriber=new r.default({port:o.port,host:o.host,username:o.username,password:o.password,enableReadyCheck:!0,connectionName:(0,t.getConnectionName)(s,o.connectionName),lazyConnect:!0,tls:o.tls,protocol:o.protocol,replyMapping:o.replyMapping,retryStrategy:null}),this.subscriber.on(`error`,n.noop),this.subscriber.on(`moved`,()=>{this.emitter.emit(`forceRefresh`)}),this.subscriber.once(`end`,this.onSubscriberEnd);let c={subscribe:[],psubscribe:[],ssubscribe:[]};if(e){let t=e.condition||e.prevCondition;t&&t.subscriber&&(c.subscribe=t.subscriber.channels(`subscribe`),c.psubscribe=t.subscriber.channels(`psubscribe`),c.ssubscribe=t.subscriber.channels(`ssubscribe`))}if(c.subscribe.length||c.psubscribe.length||c.ssubscribe.length){let e=0;for(let t of[`subscribe`,`psubscribe`,`ssubscribe`]){let n=c[t];if(n.length!=0){if(i(`%s %d channels`,t,n.length),t===`ssubscribe`)for(let r of n)e+=1,this.subscriber[t](r).then(()=>{--e||(this.lastActiveSubscriber=this.subscriber)}).catch(()=>{i(`failed to ssubscribe to channel: %s`,r)});else e+=1,this.subscriber[t](n).then(()=>{--e||(this.lastActiveSubscriber=this.subscriber)}).catch(()=>{i(`failed to %s %d channels`,t,n.length)})}}}else this.lastActiveSubscriber=this.subscriber;for(let e of[`message`,`messageBuffer`])this.subscriber.on(e,(t,n)=>{this.emitter.emit(e,t,n)});for(let e of[`pmessage`,`pmessageBuffer`])this.subscriber.on(e,(t,n,r)=>{this.emitter.emit(e,t,n,r)});if(this.isSharded==1)for(let e of[`smessage`,`smessageBuffer`])this.subscriber.on(e,(t,n)=>{this.emitter.emit(e,t,n)})}}})),xe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=n(`events`),r=A(),i=ye(),a=He(),o=(0,r.Debug)(`cluster:connectionPool`);e.default=class extends t.EventEmitter{constructor(e,t=null,n={}){super(),this.redisOptions=e,this.clusterNodeRetryStrategy=t,this.hooks=n,this.nodes={all:{},master:{},slave:{}},this.specifiedOptions={}}getNodes(e=`all`){let t=this.nodes[e];return Object.keys(t).map(e=>t[e])}getInstanceByKey(e){return this.nodes.all[e]}getSampleInstance(e){let t=Object.keys(this.nodes[e]),n=(0,r.sample)(t);return this.nodes[e][n]}addMasterNode(e){let t=(0,i.getNodeKey)(e.options),n=this.createRedisFromOptions(e,e.options.readOnly);return!e.options.readOnly&&(this.nodes.all[t]=n,this.nodes.master[t]=n,!0)}createRedisFromOptions(e,t){let n=new a.default((0,r.defaults)({retryStrategy:typeof this.clusterNodeRetryStrategy==`function`?this.clusterNodeRetryStrategy:null,enableOfflineQueue:!0,readOnly:t},e,this.redisOptions,{lazyConnect:!0}));return this.hooks.onCreate?.(n,t),n}findOrCreate(e,t=!1){let n=(0,i.getNodeKey)(e);t=!!t,this.specifiedOptions[n]?Object.assign(e,this.specifiedOptions[n]):this.specifiedOptions[n]=e;let a;return this.nodes.all[n]?(a=this.nodes.all[n],a.options.readOnly!==t&&(a.options.readOnly=t,o(`Change role of %s to %s`,n,t?`slave`:`master`),a[t?`readonly`:`readwrite`]().catch(r.noop),t?(delete this.nodes.master[n],this.nodes.slave[n]=a):(delete this.nodes.slave[n],this.nodes.master[n]=a),this.hooks.onRoleChange?.(a,n,t))):(o(`Connecting to %s as %s`,n,t?`slave`:`master`),a=this.createRedisFromOptions(e,t),this.nodes.all[n]=a,this.nodes[t?`slave`:`master`][n]=a,a.once(`end`,()=>{this.nodes.all[n]&&this.nodes.all[n]!==a||(this.removeNode(n),this.emit(`-node`,a,n),Object.keys(this.nodes.all).length||this.emit(`drain`))}),this.emit(`+node`,a,n),a.on(`error`,e=>{this.emit(`nodeError`,e,n)})),a}recreate(e,t=!1){let n=(0,i.getNodeKey)(e),r=this.nodes.all[n];r&&(o(`Recreating connection to %s`,n),this.removeNode(n),r.disconnect());let a=this.findOrCreate(e,t);return r&&this.emit(`-node`,r,n),a}reset(e){o(`Reset with %O`,e);let t={};e.forEach(e=>{let n=(0,i.getNodeKey)(e);e.readOnly&&t[n]||(t[n]=e)}),Object.keys(this.nodes.all).forEach(e=>{t[e]||(o(`Disconnect %s because the node does not hold any slot`,e),this.nodes.all[e].disconnect(),this.removeNode(e))}),Object.keys(t).forEach(e=>{let n=t[e];this.findOrCreate(n,n.readOnly)})}removeNode(e){let{nodes:t}=this;t.all[e]&&(o(`Remove %s from the pool`,e),this.hooks.onRemove?.(t.all[e]),delete t.all[e]),delete t.master[e],delete t.slave[e]}}})),Se=r(((e,t)=>{function n(e,t){var t=t||{};this._capacity=t.capacity,this._head=0,this._tail=0,Array.isArray(e)?this._fromArray(e):(this._capacityMask=3,this._list=[,,,,])}n.prototype.peekAt=function(e){var t=e;if(t===(t|0)){var n=this.size();if(!(t>=n||t<-n))return t<0&&(t+=n),t=this._head+t&this._capacityMask,this._list[t]}},n.prototype.get=function(e){return this.peekAt(e)},n.prototype.peek=function(){if(this._head!==this._tail)return this._list[this._head]},n.prototype.peekFront=function(){return this.peek()},n.prototype.peekBack=function(){return this.peekAt(-1)},Object.defineProperty(n.prototype,"length",{get:function(){return this.size()}}),n.prototype.size=function(){return this._head===this._tail?0:this._head<this._tail?this._tail-this._head:this._capacityMask+1-(this._head-this._tail)},n.prototype.unshift=function(e){if(arguments.length===0)return this.size();var t=this._list.length;return this._head=this._head-1+t&this._capacityMask,this._list[this._head]=e,this._tail===this._head&&this._growArray(),this._capacity&&this.size()>this._capacity&&this.pop(),this._head<this._tail?this._tail-this._head:this._capacityMask+1-(this._head-this._tail)},n.prototype.shift=function(){var e=this._head;if(e!==this._tail){var t=this._list[e];return this._list[e]=void 0,this._head=e+1&this._capacityMask,e<2&&this._tail>1e4&&this._tail<=this._list.length>>>2&&this._shrinkArray(),t}},n.prototype.push=function(e){if(arguments.length===0)return this.size();var t=this._tail;return this._list[t]=e,this._tail=t+1&this._capacityMask,this._tail===this._head&&this._growArray(),this._capacity&&this.size()>this._capacity&&this.shift(),this._head<this._tail?this._tail-this._head:this._capacityMask+1-(this._head-this._tail)},n.prototype.pop=function(){var e=this._tail;if(e!==this._head){var t=this._list.length;this._tail=e-1+t&this._capacityMask;var n=this._list[this._tail];return this._list[this._tail]=void 0,this._head<2&&e>1e4&&e<=t>>>2&&this._shrinkArray(),n}},n.prototype.removeOne=function(e){var t=e;if(t===(t|0)&&this._head!==this._tail){var n=this.size(),r=this._list.length;if(!(t>=n||t<-n)){t<0&&(t+=n),t=this._head+t&this._capacityMask;var i=this._list[t],a;if(e<n/2){for(a=e;a>0;a--)this._list[t]=this._list[t=t-1+r&this._capacityMask];this._list[t]=void 0,this._head=this._head+1+r&this._capacityMask}else{for(a=n-1-e;a>0;a--)this._list[t]=this._list[t=t+1+r&this._capacityMask];this._list[t]=void 0,this._tail=this._tail-1+r&this._capacityMask}return i}}},n.prototype.remove=function(e,t){var n=e,r,i=t;if(n===(n|0)&&this._head!==this._tail){var a=this.size(),o=this._list.length;if(!(n>=a||n<-a||t<1)){if(n<0&&(n+=a),t===1||!t)return r=[,],r[0]=this.removeOne(n),r;if(n===0&&n+t>=a)return r=this.toArray(),this.clear(),r;n+t>a&&(t=a-n);var s;for(r=Array(t),s=0;s<t;s++)r[s]=this._list[this._head+n+s&this._capacityMask];if(n=this._head+n&this._capacityMask,e+t===a){for(this._tail=this._tail-t+o&this._capacityMask,s=t;s>0;s--)this._list[n=n+1+o&this._capacityMask]=void 0;return r}if(e===0){for(this._head=this._head+t+o&this._capacityMask,s=t-1;s>0;s--)this._list[n=n+1+o&this._capacityMask]=void 0;return r}if(n<a/2){for(this._head=this._head+e+t+o&this._capacityMask,s=e;s>0;s--)this.unshift(this._list[n=n-1+o&this._capacityMask]);for(n=this._head-1+o&this._capacityMask;i>0;)this._list[n=n-1+o&this._capacityMask]=void 0,i--;e<0&&(this._tail=n)}else{for(this._tail=n,n=n+t+o&this._capacityMask,s=a-(t+e);s>0;s--)this.push(this._list[n++]);for(n=this._tail;i>0;)this._list[n=n+1+o&this._capacityMask]=void 0,i--}return this._head<2&&this._tail>1e4&&this._tail<=o>>>2&&this._shrinkArray(),r}}},n.prototype.splice=function(e,t){var n=e;if(n===(n|0)){var r=this.size();if(n<0&&(n+=r),!(n>r)){if(arguments.length>2){var i,a,o,s=arguments.length,c=this._list.length,l=2;if(!r||n<r/2){for(a=Array(n),i=0;i<n;i++)a[i]=this._list[this._head+i&this._capacityMask];for(t===0?(o=[],n>0&&(this._head=this._head+n+c&this._capacityMask)):(o=this.remove(n,t),this._head=this._head+n+c&this._capacityMask);s>l;)this.unshift(arguments[--s]);for(i=n;i>0;i--)this.unshift(a[i-1])}else{a=Array(r-(n+t));var u=a.length;for(i=0;i<u;i++)a[i]=this._list[this._head+n+t+i&this._capacityMask];for(t===0?(o=[],n!=r&&(this._tail=this._head+n+c&this._capacityMask)):(o=this.remove(n,t),this._tail=this._tail-u+c&this._capacityMask);l<s;)this.push(arguments[l++]);for(i=0;i<u;i++)this.push(a[i])}return o}return this.remove(n,t)}}},n.prototype.clear=function(){this._list=Array(this._list.length),this._head=0,this._tail=0},n.prototype.isEmpty=function(){return this._head===this._tail},n.prototype.toArray=function(){return this._copyArray(!1)},n.prototype._fromArray=function(e){var t=e.length,n=this._nextPowerOf2(t);this._list=Array(n),this._capacityMask=n-1,this._tail=t;for(var r=0;r<t;r++)this._list[r]=e[r]},n.prototype._copyArray=function(e,t){var n=this._list,r=n.length,i=this.length;if(t|=i,t==i&&this._head<this._tail)return this._list.slice(this._head,this._tail);var a=Array(t),o=0,s;if(e||this._head>this._tail){for(s=this._head;s<r;s++)a[o++]=n[s];for(s=0;s<this._tail;s++)a[o++]=n[s]}else for(s=this._head;s<this._tail;s++)a[o++]=n[s];return a},n.prototype._growArray=function(){if(this._head!=0){var e=this._copyArray(!0,this._list.length<<1);this._tail=this._list.length,this._head=0,this._list=e}else this._tail=this._list.length,this._list.length<<=1;this._capacityMask=this._capacityMask<<1|1},n.prototype._shrinkArray=function(){this._list.length>>>=1,this._capacityMask>>>=1},n.prototype._nextPowerOf2=function(e){var t=1<<Math.log(e)/Math.log(2)+1;return Math.max(t,4)},t.exports=n})),Ce=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=A(),n=Se(),r=(0,t.Debug)(`delayqueue`);e.default=class{constructor(){this.queues={},this.timeouts={}}push(e,t,r){let i=r.callback||process.nextTick;this.queues[e]||(this.queues[e]=new n),this.queues[e].push(t),this.timeouts[e]||(this.timeouts[e]=setTimeout(()=>{i(()=>{this.timeouts[e]=null,this.execute(e)})},r.timeout))}execute(e){let t=this.queues[e];if(!t)return;let{length:n}=t;if(n)for(r(`send %d commands in %s queue`,n,e),this.queues[e]=null;t.length>0;)t.shift()()}}})),we=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=ye(),n=A(),r=He(),i=(0,n.Debug)(`cluster:subscriberGroup:shardedSubscriber`),a={IDLE:`idle`,STARTING:`starting`,CONNECTED:`connected`,STOPPING:`stopping`,ENDED:`ended`},o={[a.IDLE]:[a.STARTING,a.STOPPING,a.ENDED],[a.STARTING]:[a.CONNECTED,a.STOPPING,a.ENDED],[a.CONNECTED]:[a.STOPPING,a.ENDED],[a.STOPPING]:[a.ENDED],[a.ENDED]:[]};e.default=class{constructor(e,i,o){this.emitter=e,this.status=a.IDLE,this.instance=null,this.connectPromise=null,this.messageListeners=new Map,this.onEnd=()=>{this.updateStatus(a.ENDED),this.emitter.emit(`-node`,this.instance,this.nodeKey)},this.onError=e=>{this.emitter.emit(`nodeError`,e,this.nodeKey)},this.onMoved=()=>{this.emitter.emit(`moved`)},this.instance=new r.default((0,n.defaults)({enableReadyCheck:!1,enableOfflineQueue:!0,connectionName:(0,t.getConnectionName)(`ssubscriber`,i.connectionName),retryStrategy:null,lazyConnect:!0},i,o)),this.lazyConnect=o?.lazyConnect??!0,this.nodeKey=(0,t.getNodeKey)(i),this.instance.on(`end`,this.onEnd),this.instance.on(`error`,this.onError),this.instance.on(`moved`,this.onMoved);for(let e of[`smessage`,`smessageBuffer`]){let t=(...t)=>{this.emitter.emit(e,...t)};this.messageListeners.set(e,t),this.instance.on(e,t)}}async start(){if(this.connectPromise)return this.connectPromise;if(this.status!==a.STARTING&&this.status!==a.CONNECTED){if(this.status===a.ENDED||!this.instance)throw Error(`Sharded subscriber ${this.nodeKey} cannot be restarted once ended.`);this.updateStatus(a.STARTING),this.connectPromise=this.instance.connect();try{await this.connectPromise,this.updateStatus(a.CONNECTED)}catch(e){throw this.updateStatus(a.ENDED),e}finally{this.connectPromise=null}}}stop(){this.updateStatus(a.STOPPING),this.instance&&=(this.instance.disconnect(),this.instance.removeAllListeners(),this.messageListeners.clear(),null),this.updateStatus(a.ENDED),i(`stopped %s`,this.nodeKey)}isStarted(){return[a.CONNECTED,a.STARTING].includes(this.status)}get subscriberStatus(){return this.status}isHealthy(){return(this.status===a.IDLE||this.status===a.CONNECTED||this.status===a.STARTING)&&this.instance!==null}getInstance(){return this.instance}getNodeKey(){return this.nodeKey}isLazyConnect(){return this.lazyConnect}updateStatus(e){this.status!==e&&(o[this.status].includes(e)?this.status=e:i(`Invalid status transition for %s: %s -> %s`,this.nodeKey,this.status,e))}}})),Te=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=A(),n=ye(),r=S(),i=we(),a=(0,t.Debug)(`cluster:subscriberGroup`);var o=class e{constructor(t,n){this.subscriberGroupEmitter=t,this.options=n,this.shardedSubscribers=new Map,this.clusterSlots=[],this.subscriberToSlotsIndex=new Map,this.channels=new Map,this.failedAttemptsByNode=new Map,this.isResetting=!1,this.pendingReset=null,this.handleSubscriberConnectFailed=(t,n)=>{let r=(this.failedAttemptsByNode.get(n)||0)+1;this.failedAttemptsByNode.set(n,r);let i=Math.min(r,e.MAX_RETRY_ATTEMPTS),o=Math.min(e.BASE_BACKOFF_MS*2**i,e.MAX_BACKOFF_MS),s=Math.floor((Math.random()-.5)*(o*.5)),c=Math.max(0,o+s);a(`Failed to connect subscriber for %s. Refreshing slots in %dms`,n,c),this.subscriberGroupEmitter.emit(`subscriberConnectFailed`,{delay:c,error:t})},this.handleSubscriberConnectSucceeded=e=>{this.failedAttemptsByNode.delete(e)}}getResponsibleSubscriber(e){let t=this.clusterSlots[e][0],n=this.shardedSubscribers.get(t);return n&&n.subscriberStatus===`idle`&&n.start().then(()=>{this.handleSubscriberConnectSucceeded(n.getNodeKey())}).catch(e=>{this.handleSubscriberConnectFailed(e,n.getNodeKey())}),n}addChannels(e){let t=r(e[0]);for(let n of e)if(r(n)!==t)return-1;let n=this.channels.get(t);return n?this.channels.set(t,n.concat(e)):this.channels.set(t,e),Array.from(this.channels.values()).reduce((e,t)=>e+t.length,0)}removeChannels(e){let t=r(e[0]);for(let n of e)if(r(n)!==t)return-1;let n=this.channels.get(t);if(n){let r=n.filter(t=>!e.includes(t));this.channels.set(t,r)}return Array.from(this.channels.values()).reduce((e,t)=>e+t.length,0)}stop(){for(let e of this.shardedSubscribers.values())e.stop();this.pendingReset=null,this.shardedSubscribers.clear(),this.subscriberToSlotsIndex.clear()}start(){let e=[];for(let t of this.shardedSubscribers.values())this.shouldStartSubscriber(t)&&(e.push(t.start().then(()=>{this.handleSubscriberConnectSucceeded(t.getNodeKey())}).catch(e=>{this.handleSubscriberConnectFailed(e,t.getNodeKey())})),this.subscriberGroupEmitter.emit(`+subscriber`));return Promise.all(e)}async reset(e,t){if(this.isResetting)this.pendingReset={slots:e,nodes:t};else{this.isResetting=!0;try{let r=this._refreshSlots(e),o=this.hasUnhealthySubscribers();if(!r&&!o){a(`No topology change detected or failed subscribers. Skipping reset.`);return}for(let[e,t]of this.shardedSubscribers)this.subscriberToSlotsIndex.has(e)&&t.isHealthy()?a(`Skipping deleting subscriber for %s`,e):(a(`Removing subscriber for %s`,e),t.stop(),this.shardedSubscribers.delete(e),this.subscriberGroupEmitter.emit(`-subscriber`));let s=[];for(let[e,r]of this.subscriberToSlotsIndex){let r=this.shardedSubscribers.get(e);if(r&&r.isHealthy()){a(`Skipping creating new subscriber for %s`,e),!r.isStarted()&&this.shouldStartSubscriber(r)&&s.push(r.start().then(()=>{this.handleSubscriberConnectSucceeded(e)}).catch(t=>{this.handleSubscriberConnectFailed(t,e)}));continue}r&&!r.isHealthy()&&(a(`Replacing subscriber for %s`,e),r.stop(),this.shardedSubscribers.delete(e),this.subscriberGroupEmitter.emit(`-subscriber`)),a(`Creating new subscriber for %s`,e);let o=t.find(t=>(0,n.getNodeKey)(t.options)===e);if(!o){a(`Failed to find node for key %s`,e);continue}let c=new i.default(this.subscriberGroupEmitter,o.options,this.options.redisOptions);this.shardedSubscribers.set(e,c),this.shouldStartSubscriber(c)&&s.push(c.start().then(()=>{this.handleSubscriberConnectSucceeded(e)}).catch(t=>{this.handleSubscriberConnectFailed(t,e)})),this.subscriberGroupEmitter.emit(`+subscriber`)}await Promise.all(s),this._resubscribe(),this.subscriberGroupEmitter.emit(`subscribersReady`)}finally{if(this.isResetting=!1,this.pendingReset){let{slots:e,nodes:t}=this.pendingReset;this.pendingReset=null,await this.reset(e,t)}}}}_refreshSlots(e){if(this._slotsAreEqual(e)&&this.subscriberToSlotsIndex.size>0)return a(`Nothing to refresh because the new cluster map is equal to the previous one.`),!1;a(`Refreshing the slots of the subscriber group.`),this.subscriberToSlotsIndex=new Map;for(let t=0;t<e.length;t++){let n=e[t][0];this.subscriberToSlotsIndex.has(n)||this.subscriberToSlotsIndex.set(n,[]),this.subscriberToSlotsIndex.get(n).push(Number(t))}return this.clusterSlots=JSON.parse(JSON.stringify(e)),!0}_resubscribe(){this.shardedSubscribers&&this.shardedSubscribers.forEach((e,t)=>{let n=this.subscriberToSlotsIndex.get(t);n&&n.forEach(n=>{let r=e.getInstance(),i=this.channels.get(n);if(i&&i.length>0){if(!r||r.status===`end`)return;r.status===`ready`?r.ssubscribe(...i).catch(e=>{a(`Failed to ssubscribe on node %s: %s`,t,e)}):r.once(`ready`,()=>{r.ssubscribe(...i).catch(e=>{a(`Failed to ssubscribe on node %s: %s`,t,e)})})}})})}_slotsAreEqual(e){return this.clusterSlots!==void 0&&JSON.stringify(this.clusterSlots)===JSON.stringify(e)}hasUnhealthySubscribers(){let e=Array.from(this.shardedSubscribers.values()).some(e=>!e.isHealthy()),t=Array.from(this.subscriberToSlotsIndex.keys()).some(e=>!this.shardedSubscribers.has(e));return e||t}shouldStartSubscriber(e){if(e.isStarted())return!1;if(!e.isLazyConnect())return!0;let t=this.subscriberToSlotsIndex.get(e.getNodeKey());return t?t.some(e=>{let t=this.channels.get(e);return!!(t&&t.length>0)}):!1}};o.MAX_RETRY_ATTEMPTS=10,o.MAX_BACKOFF_MS=2e3,o.BASE_BACKOFF_MS=100,e.default=o})),Ee=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=g(),r=n(`events`),i=x(),a=v(),o=se(),s=ce(),c=He(),l=le(),u=ge(),d=A(),f=_e(),p=fe(),m=ve(),h=be(),_=xe(),y=Ce(),b=ye(),S=Se(),ee=Te(),C=pe(),w=(0,d.Debug)(`cluster`),T=new WeakSet;var te=class e extends p.default{constructor(e,t={}){super(),this.slots=[],this._groupsIds={},this._groupsBySlot=Array(16384),this.isCluster=!0,this.retryAttempts=0,this.delayQueue=new y.default,this.offlineQueue=new S,this.isRefreshing=!1,this._refreshSlotsCacheCallbacks=[],this._autoPipelines=new Map,this._runningAutoPipelines=new Set,this._readyDelayedCallbacks=[],this.connectionEpoch=0,r.EventEmitter.call(this),this.startupNodes=e,this.options=(0,d.defaults)({},t,m.DEFAULT_CLUSTER_OPTIONS,this.options),this.options.himportFieldsets=(0,C.cloneHimportFieldsets)(this.options.himportFieldsets);let n=this.options.himportFieldsets?.length?new C.default(this.options.himportFieldsets):void 0;if(n&&(0,C.bindHimportCoordinator)(this,n,`cluster`),this.options.shardedSubscribers&&this.createShardedSubscriberGroup(),this.options.redisOptions&&this.options.redisOptions.keyPrefix&&!this.options.keyPrefix&&(this.options.keyPrefix=this.options.redisOptions.keyPrefix),typeof this.options.scaleReads!=`function`&&[`all`,`master`,`slave`].indexOf(this.options.scaleReads)===-1)throw Error(`Invalid option scaleReads "`+this.options.scaleReads+`". Expected "all", "master", "slave" or a custom function`);let i={...this.options.redisOptions??{}};delete i.himportFieldsets,this.connectionPool=new _.default(i,this.options.clusterNodeRetryStrategy,n?{onCreate:(e,t)=>{(0,C.bindHimportCoordinator)(e,n,t?`replica`:`master`)},onRoleChange:(e,t,r)=>{(0,C.setHimportRole)(e,r?`replica`:`master`),n.invalidate(e),r||(0,b.waitForRedisReady)(e).then(()=>{for(let r of n.getDefinitions())n.ensurePrepared(e,r)?.catch(e=>{this.emit(`node error`,e,t)})},e=>{this.emit(`node error`,e,t)})},onRemove:e=>{(0,C.unbindHimportCoordinator)(e)}}:void 0),this.connectionPool.on(`-node`,(e,t)=>{this.emit(`-node`,e)}),this.connectionPool.on(`+node`,e=>{this.emit(`+node`,e)}),this.connectionPool.on(`drain`,()=>{this.setStatus(`close`)}),this.connectionPool.on(`nodeError`,(e,t)=>{this.emit(`node error`,e,t)}),this.subscriber=new h.default(this.connectionPool,this),this.options.scripts&&Object.entries(this.options.scripts).forEach(([e,t])=>{this.defineCommand(e,t)}),this.options.lazyConnect?this.setStatus(`wait`):this.connect().catch(e=>{w(`connecting failed: %s`,e)})}connect(){return new Promise((e,t)=>{if(this.status===`connecting`||this.status===`connect`||this.status===`ready`){t(Error(`Redis is already connecting/connected`));return}let n=++this.connectionEpoch;this.setStatus(`connecting`),this.resolveStartupNodeHostnames().then(r=>{if(this.connectionEpoch!==n){w(`discard connecting after resolving startup nodes because epoch not match: %d != %d`,n,this.connectionEpoch),t(new i.RedisError(`Connection is discarded because a new connection is made`));return}if(this.status!==`connecting`){w(`discard connecting after resolving startup nodes because the status changed to %s`,this.status),t(new i.RedisError(`Connection is aborted`));return}this.connectionPool.reset(r),this.options.shardedSubscribers&&this.shardedSubscribers.reset(this.slots,this.connectionPool.getNodes(`all`)).catch(e=>{w(`Error while starting subscribers: %s`,e)});let a=()=>{this.setStatus(`ready`),this.retryAttempts=0,this.executeOfflineCommands(),this.resetNodesRefreshInterval(),e()},o,l=()=>{this.invokeReadyDelayedCallbacks(void 0),this.removeListener(`close`,o),this.manuallyClosing=!1,this.setStatus(`connect`),this.options.enableReadyCheck?this.readyCheck((e,t)=>{e||t?(w(`Ready check failed (%s). Reconnecting...`,e||t),this.status===`connect`&&this.disconnect(!0)):a()}):a()};o=()=>{let e=Error(`None of startup nodes is available`);this.removeListener(`refresh`,l),this.invokeReadyDelayedCallbacks(e),t(e)},this.once(`refresh`,l),this.once(`close`,o),this.once(`close`,this.handleCloseEvent.bind(this)),this.refreshSlotsCache(e=>{e&&e.message===s.default.defaultMessage&&(c.default.prototype.silentEmit.call(this,`error`,e),this.connectionPool.reset([]))}),this.subscriber.start(),this.options.shardedSubscribers&&this.shardedSubscribers.start().catch(e=>{w(`Error while starting subscribers: %s`,e)})}).catch(e=>{this.setStatus(`close`),this.handleCloseEvent(e),this.invokeReadyDelayedCallbacks(e),t(e)})})}disconnect(e=!1){let t=this.status;this.setStatus(`disconnecting`),e||(this.manuallyClosing=!0),this.reconnectTimeout&&!e&&(clearTimeout(this.reconnectTimeout),this.reconnectTimeout=null,w(`Canceled reconnecting attempts`)),this.clearNodesRefreshInterval(),this.subscriber.stop(),this.options.shardedSubscribers&&this.shardedSubscribers.stop(),t===`wait`?(this.setStatus(`close`),this.handleCloseEvent()):this.connectionPool.reset([])}quit(e){let t=this.status;if(this.setStatus(`disconnecting`),this.manuallyClosing=!0,this.reconnectTimeout&&=(clearTimeout(this.reconnectTimeout),null),this.clearNodesRefreshInterval(),this.subscriber.stop(),this.options.shardedSubscribers&&this.shardedSubscribers.stop(),t===`wait`){let t=(0,a.default)(Promise.resolve(`OK`),e);return setImmediate(function(){this.setStatus(`close`),this.handleCloseEvent()}.bind(this)),t}return(0,a.default)(Promise.all(this.nodes().map(e=>e.quit().catch(e=>{if(e.message===d.CONNECTION_CLOSED_ERROR_MSG)return`OK`;throw e}))).then(()=>`OK`),e)}duplicate(t=[],n){let r=t.length>0?t:this.startupNodes.slice(0),i=Object.assign({},this.options,n);return this.options.redisOptions&&n?.redisOptions&&(i.redisOptions=Object.assign({},this.options.redisOptions,n.redisOptions)),new e(r,i)}nodes(e=`all`){if(e!==`all`&&e!==`master`&&e!==`slave`)throw Error(`Invalid role "`+e+`". Expected "all", "master" or "slave"`);return this.connectionPool.getNodes(e)}delayUntilReady(e){this._readyDelayedCallbacks.push(e)}get autoPipelineQueueSize(){let e=0;for(let t of this._autoPipelines.values())e+=t.length;return e}refreshSlotsCache(e){if(e&&this._refreshSlotsCacheCallbacks.push(e),this.isRefreshing)return;this.isRefreshing=!0;let t=this,n=e=>{this.isRefreshing=!1;for(let t of this._refreshSlotsCacheCallbacks)t(e);this._refreshSlotsCacheCallbacks=[]},r=(0,d.shuffle)(this.connectionPool.getNodes()),i=null;function a(e){if(e===r.length){let e=new s.default(s.default.defaultMessage,i);return n(e)}let o=r[e],c=`${o.options.host}:${o.options.port}`;w(`getting slot cache from %s`,c),t.getInfoFromNode(o,function(r){switch(t.status){case`close`:case`end`:return n(Error(`Cluster is disconnected.`));case`disconnecting`:return n(Error(`Cluster is disconnecting.`))}r?(t.emit(`node error`,r,c),i=r,a(e+1)):(t.emit(`refresh`),n())})}a(0)}sendCommand(e,n,r){if(this.status===`wait`&&this.connect().catch(d.noop),this.status===`end`)return e.reject(Error(d.CONNECTION_CLOSED_ERROR_MSG)),e.promise;if(!n&&!r&&this.status===`ready`&&(0,C.isHimportControlCommand)(e)&&(0,C.interceptHimportControlCommand)(this.connectionPool.getNodes(`master`),e))return e.promise;let a=this.options.scaleReads;a!==`master`&&(e.isReadOnly||(0,t.exists)(e.name)&&(0,t.hasFlag)(e.name,`readonly`)||(a=`master`));let s=r?r.slot:e.getSlot(),c={},l=this,u=null;if(!r&&!T.has(e)){T.add(e);let t=e.reject;e.reject=function(n){let r=f.bind(null,!0);l.handleError(n,c,{moved:function(t,n){w(`command %s is moved to %s`,e.name,n),s=Number(t),l.slots[t]?l.slots[t][0]=n:l.slots[t]=[n],l._groupsBySlot[t]=l._groupsIds[l.slots[t].join(`;`)];let r=l.natMapper(n),i=(0,b.getNodeKey)(r);u&&(0,b.getNodeKey)(u.options)===i&&l.connectionPool.getInstanceByKey(i)===u?(w(`MOVED redirect points back at %s; recreating its connection`,i),l.connectionPool.recreate(r)):l.connectionPool.findOrCreate(r),f(),w(`refreshing slot caches... (triggered by MOVED error)`),l.refreshSlotsCache()},ask:function(t,n){w(`command %s is required to ask %s:%s`,e.name,n);let r=l.natMapper(n);l.connectionPool.findOrCreate(r),f(!1,`${r.host}:${r.port}`)},tryagain:r,clusterDown:r,connectionClosed:r,maxRedirections:function(n){t.call(e,n)},defaults:function(){t.call(e,n)}})}}f();function f(t,c){if(l.status===`end`){e.reject(new i.AbortError(`Cluster is ended.`));return}let f;if(l.status===`ready`||e.name===`cluster`){if(r&&r.redis)f=r.redis;else if(o.default.checkFlag(`ENTER_SUBSCRIBER_MODE`,e.name)||o.default.checkFlag(`EXIT_SUBSCRIBER_MODE`,e.name)){if(l.options.shardedSubscribers&&(e.name==`ssubscribe`||e.name==`sunsubscribe`)){let t=l.shardedSubscribers.getResponsibleSubscriber(s);if(!t){e.reject(new i.AbortError(`No sharded subscriber for slot: ${s}`));return}let n=-1;e.name==`ssubscribe`&&(n=l.shardedSubscribers.addChannels(e.getKeys())),e.name==`sunsubscribe`&&(n=l.shardedSubscribers.removeChannels(e.getKeys())),n===-1?e.reject(new i.AbortError(`Possible CROSSSLOT error: All channels must hash to the same slot`)):f=t.getInstance()}else f=l.subscriber.getInstance();if(!f){e.reject(new i.AbortError(`No subscriber for the cluster`));return}}else{if(!t){if(typeof s==`number`&&l.slots[s]){let t=l.slots[s];if(typeof a==`function`){let n=t.map(function(e){return l.connectionPool.getInstanceByKey(e)});f=a(n,e),Array.isArray(f)&&(f=(0,d.sample)(f)),f||=n[0]}else{let e;e=a===`all`?(0,d.sample)(t):a===`slave`&&t.length>1?(0,d.sample)(t,1):t[0],f=l.connectionPool.getInstanceByKey(e)}}c&&(f=l.connectionPool.getInstanceByKey(c))}if(f||=(typeof a==`function`?null:l.connectionPool.getSampleInstance(a))||l.connectionPool.getSampleInstance(`all`),f&&!l.options.enableOfflineQueue&&f.status!==`ready`&&f.status!==`wait`){e.reject(Error(d.CONNECTION_CLOSED_ERROR_MSG));return}}r&&!r.redis&&(r.redis=f)}if(!f&&l.options.enableOfflineQueue)l.offlineQueue.push({command:e,stream:n,node:r});else if(!f)e.reject(Error(`Cluster isn't ready and enableOfflineQueue options is false`));else{if(u=f,c){let t=(0,C.getHimportBinding)(f);if(!n&&t?.role===`master`&&t.coordinator.classify(e)){(0,b.waitForRedisReady)(f).then(()=>{if(!e.isSettled)return t.coordinator.prepareCommand(f,e)??Promise.resolve()}).then(()=>{e.isSettled||(t.coordinator.allowNextSend(f,e),f.asking(),f.sendCommand(e,n))},t=>{e.isSettled||e.reject(t)});return}f.asking()}f.sendCommand(e,n)}}return e.promise}sscanStream(e,t){return this.createScanStream(`sscan`,{key:e,options:t})}sscanBufferStream(e,t){return this.createScanStream(`sscanBuffer`,{key:e,options:t})}hscanStream(e,t){return this.createScanStream(`hscan`,{key:e,options:t})}hscanBufferStream(e,t){return this.createScanStream(`hscanBuffer`,{key:e,options:t})}zscanStream(e,t){return this.createScanStream(`zscan`,{key:e,options:t})}zscanBufferStream(e,t){return this.createScanStream(`zscanBuffer`,{key:e,options:t})}handleError(e,t,n){if(t.value===void 0?t.value=this.options.maxRedirections:--t.value,t.value<=0){n.maxRedirections(Error(`Too many Cluster redirections. Last error: `+e));return}let r=e.message.split(` `);if(r[0]===`MOVED`){let e=Number(r[1]);if(!Number.isInteger(e)||e<0||e>=16384){n.defaults();return}let t=this.options.retryDelayOnMoved;t&&typeof t==`number`?this.delayQueue.push(`moved`,n.moved.bind(null,e,r[2]),{timeout:t}):n.moved(e,r[2])}else r[0]===`ASK`?n.ask(r[1],r[2]):r[0]===`TRYAGAIN`?this.delayQueue.push(`tryagain`,n.tryagain,{timeout:this.options.retryDelayOnTryAgain}):r[0]===`CLUSTERDOWN`&&this.options.retryDelayOnClusterDown>0?this.delayQueue.push(`clusterdown`,n.connectionClosed,{timeout:this.options.retryDelayOnClusterDown,callback:this.refreshSlotsCache.bind(this)}):e.message===d.CONNECTION_CLOSED_ERROR_MSG&&this.options.retryDelayOnFailover>0&&this.status===`ready`?this.delayQueue.push(`failover`,n.connectionClosed,{timeout:this.options.retryDelayOnFailover,callback:this.refreshSlotsCache.bind(this)}):n.defaults()}resetOfflineQueue(){this.offlineQueue=new S}clearNodesRefreshInterval(){this.slotsTimer&&=(clearTimeout(this.slotsTimer),null)}resetNodesRefreshInterval(){if(this.slotsTimer||!this.options.slotsRefreshInterval)return;let e=()=>{this.slotsTimer=setTimeout(()=>{w(`refreshing slot caches... (triggered by "slotsRefreshInterval" option)`),this.refreshSlotsCache(()=>{e()})},this.options.slotsRefreshInterval)};e()}setStatus(e){w(`status: %s -> %s`,this.status||`[empty]`,e),this.status=e,process.nextTick(()=>{this.emit(e)})}handleCloseEvent(e){e&&w(`closed because %s`,e);let t;!this.manuallyClosing&&typeof this.options.clusterRetryStrategy==`function`&&(t=this.options.clusterRetryStrategy.call(this,++this.retryAttempts,e)),typeof t==`number`?(this.setStatus(`reconnecting`),this.reconnectTimeout=setTimeout(()=>{this.reconnectTimeout=null,w(`Cluster is disconnected. Retrying after %dms`,t),this.connect().catch(function(e){w(`Got error %s when reconnecting. Ignoring...`,e)})},t)):(this.options.shardedSubscribers&&this.subscriberGroupEmitter?.removeAllListeners(),this.setStatus(`end`),this.flushQueue(Error(`None of startup nodes is available`)))}flushQueue(e){let t;for(;t=this.offlineQueue.shift();)t.command.reject(e)}executeOfflineCommands(){if(this.offlineQueue.length){w(`send %d commands in offline queue`,this.offlineQueue.length);let e=this.offlineQueue;this.resetOfflineQueue();let t;for(;t=e.shift();)this.sendCommand(t.command,t.stream,t.node)}}natMapper(e){let t=typeof e==`string`?e:`${e.host}:${e.port}`,n=null;return this.options.natMap&&typeof this.options.natMap==`function`?n=this.options.natMap(t):this.options.natMap&&typeof this.options.natMap==`object`&&(n=this.options.natMap[t]),n?(w(`NAT mapping %s -> %O`,t,n),Object.assign({},n)):typeof e==`string`?(0,b.nodeKeyToRedisOptions)(e):e}getInfoFromNode(e,t){if(!e)return t(Error(`Node is disconnected`));let n=e.duplicate({enableOfflineQueue:!0,enableReadyCheck:!1,retryStrategy:null,protocol:2,replyMapping:`legacy`,connectionName:(0,b.getConnectionName)(`refresher`,this.options.redisOptions&&this.options.redisOptions.connectionName)});n.on(`error`,d.noop),n.cluster(`SLOTS`,(0,d.timeout)((e,r)=>{if(n.disconnect(),e)return w(`error encountered running CLUSTER.SLOTS: %s`,e),t(e);if(this.status===`disconnecting`||this.status===`close`||this.status===`end`){w(`ignore CLUSTER.SLOTS results (count: %d) since cluster status is %s`,r.length,this.status),t();return}let i=[];w(`cluster slots result count: %d`,r.length);for(let e=0;e<r.length;++e){let t=r[e],n=t[0],a=t[1],o=[];for(let e=2;e<t.length;e++){if(!t[e][0])continue;let n=this.natMapper({host:t[e][0],port:t[e][1]});n.readOnly=e!==2,i.push(n),o.push(n.host+`:`+n.port)}w(`cluster slots result [%d]: slots %d~%d served by %s`,e,n,a,o);for(let e=n;e<=a;e++)this.slots[e]=o}this._groupsIds=Object.create(null);let a=0;for(let e=0;e<16384;e++){let t=(this.slots[e]||[]).join(`;`);t.length?(this._groupsIds[t]||(this._groupsIds[t]=++a),this._groupsBySlot[e]=this._groupsIds[t]):this._groupsBySlot[e]=void 0}this.connectionPool.reset(i),this.options.shardedSubscribers&&this.shardedSubscribers.reset(this.slots,this.connectionPool.getNodes(`all`)).catch(e=>{w(`Error while starting subscribers: %s`,e)}),t()},this.options.slotsRefreshTimeout))}invokeReadyDelayedCallbacks(e){for(let t of this._readyDelayedCallbacks)process.nextTick(t,e);this._readyDelayedCallbacks=[]}readyCheck(e){this.cluster(`INFO`,(t,n)=>{if(t)return e(t);if(typeof n!=`string`)return e();let r,i=n.split(`\r
`);for(let e=0;e<i.length;++e){let t=i[e].split(`:`);if(t[0]===`cluster_state`){r=t[1];break}}r===`fail`?(w(`cluster state not ok (%s)`,r),e(null,r)):e()})}resolveSrv(e){return new Promise((t,n)=>{this.options.resolveSrv(e,(e,r)=>{if(e)return n(e);let i=this,a=(0,b.groupSrvRecords)(r),o=Object.keys(a).sort((e,t)=>parseInt(e)-parseInt(t));function s(e){if(!o.length)return n(e);let r=o[0],c=a[r],l=(0,b.weightSrvRecords)(c);c.records.length||o.shift(),i.dnsLookup(l.name).then(e=>t({host:e,port:l.port}),s)}s()})})}dnsLookup(e){return new Promise((t,n)=>{this.options.dnsLookup(e,(r,i)=>{r?(w(`failed to resolve hostname %s to IP: %s`,e,r.message),n(r)):(w(`resolved hostname %s to IP %s`,e,i),t(i))})})}async resolveStartupNodeHostnames(){if(!Array.isArray(this.startupNodes)||this.startupNodes.length===0)throw Error("`startupNodes` should contain at least one node.");let e=(0,b.normalizeNodeOptions)(this.startupNodes),t=(0,b.getUniqueHostnamesFromOptions)(e);if(t.length===0)return e;let n=await Promise.all(t.map((this.options.useSRVRecords?this.resolveSrv:this.dnsLookup).bind(this))),r=(0,d.zipMap)(t,n);return e.map(e=>{let t=r.get(e.host);return t?this.options.useSRVRecords?Object.assign({},e,t):Object.assign({},e,{host:t}):e})}createScanStream(e,{key:t,options:n={}}){return new l.default({objectMode:!0,key:t,redis:this,command:e,...n})}createShardedSubscriberGroup(){this.subscriberGroupEmitter=new r.EventEmitter,this.shardedSubscribers=new ee.default(this.subscriberGroupEmitter,this.options);let e=e=>{e instanceof s.default&&this.disconnect(!0)};this.subscriberGroupEmitter.on(`-node`,(t,n)=>{this.emit(`-node`,t,n),this.refreshSlotsCache(e)}),this.subscriberGroupEmitter.on(`subscriberConnectFailed`,({delay:t,error:n})=>{this.emit(`error`,n),setTimeout(()=>{this.refreshSlotsCache(e)},t)}),this.subscriberGroupEmitter.on(`moved`,()=>{this.refreshSlotsCache(e)}),this.subscriberGroupEmitter.on(`-subscriber`,()=>{this.emit(`-subscriber`)}),this.subscriberGroupEmitter.on(`+subscriber`,()=>{this.emit(`+subscriber`)}),this.subscriberGroupEmitter.on(`nodeError`,(e,t)=>{this.emit(`nodeError`,e,t)}),this.subscriberGroupEmitter.on(`subscribersReady`,()=>{this.emit(`subscribersReady`)});for(let e of[`smessage`,`smessageBuffer`])this.subscriberGroupEmitter.on(e,(t,n,r)=>{this.emit(e,t,n,r)})}};(0,f.default)(te,r.EventEmitter),(0,u.addTransactionSupport)(te.prototype),e.default=te})),De=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=(0,A().Debug)(`AbstractConnector`);e.default=class{constructor(e){this.connecting=!1,this.disconnectTimeout=e}check(e){return!0}disconnect(){if(this.connecting=!1,this.stream){let e=this.stream,n=setTimeout(()=>{t(`stream %s:%s still open, destroying it`,e.remoteAddress,e.remotePort),e.destroy()},this.disconnectTimeout);e.on(`close`,()=>clearTimeout(n)),e.end()}}}})),Oe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=n(`net`),r=n(`tls`),i=A(),a=De();e.default=class extends a.default{constructor(e){super(e.disconnectTimeout),this.options=e}connect(e){let{options:n}=this;this.connecting=!0;let a;return`path`in n&&n.path?a={path:n.path}:(a={},`port`in n&&n.port!=null&&(a.port=n.port),`host`in n&&n.host!=null&&(a.host=n.host),`family`in n&&n.family!=null&&(a.family=n.family)),n.tls&&Object.assign(a,n.tls),new Promise((e,o)=>{process.nextTick(()=>{if(!this.connecting)o(Error(i.CONNECTION_CLOSED_ERROR_MSG));else{try{this.stream=n.tls?(0,r.connect)(a):(0,t.createConnection)(a)}catch(e){o(e);return}this.stream.once(`error`,e=>{this.firstError=e}),e(this.stream)}})})}}})),ke=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});function t(e,t){return(e.host||`127.0.0.1`)===(t.host||`127.0.0.1`)&&(e.port||26379)===(t.port||26379)}e.default=class{constructor(e){this.cursor=0,this.sentinels=e.slice(0)}next(){let e=this.cursor>=this.sentinels.length;return{done:e,value:e?void 0:this.sentinels[this.cursor++]}}reset(e){e&&this.sentinels.length>1&&this.cursor!==1&&this.sentinels.unshift(...this.sentinels.splice(this.cursor-1)),this.cursor=0}add(e){for(let n=0;n<this.sentinels.length;n++)if(t(e,this.sentinels[n]))return!1;return this.sentinels.push(e),!0}toString(){return`${JSON.stringify(this.sentinels)} @${this.cursor}`}}})),Ae=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.FailoverDetector=void 0;let t=(0,A().Debug)(`FailoverDetector`),n=`+switch-master`;e.FailoverDetector=class{constructor(e,t){this.isDisconnected=!1,this.connector=e,this.sentinels=t}cleanup(){this.isDisconnected=!0;for(let e of this.sentinels)e.client.disconnect()}async subscribe(){t(`Starting FailoverDetector`);let e=[];for(let r of this.sentinels){let i=r.client.subscribe(n).catch(e=>{t(`Failed to subscribe to failover messages on sentinel %s:%s (%s)`,r.address.host||`127.0.0.1`,r.address.port||26739,e.message)});e.push(i),r.client.on(`message`,e=>{!this.isDisconnected&&e===n&&this.disconnect()})}await Promise.all(e)}disconnect(){this.isDisconnected=!0,t(`Failover detected, disconnecting`),this.connector.disconnect()}}})),je=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.SentinelIterator=void 0;let t=n(`net`),r=A(),i=n(`tls`),a=ke();e.SentinelIterator=a.default;let o=De(),s=He(),c=Ae(),l=(0,r.Debug)(`SentinelConnector`);e.default=class extends o.default{constructor(e){if(super(e.disconnectTimeout),this.options=e,this.emitter=null,this.failoverDetector=null,!this.options.sentinels.length)throw Error(`Requires at least one sentinel to connect to.`);if(!this.options.name)throw Error(`Requires the name of master.`);this.sentinelIterator=new a.default(this.options.sentinels)}check(e){let t=!e.role||this.options.role===e.role;return t||(l(`role invalid, expected %s, but got %s`,this.options.role,e.role),this.sentinelIterator.next(),this.sentinelIterator.next(),this.sentinelIterator.reset(!0)),t}disconnect(){super.disconnect(),this.failoverDetector&&this.failoverDetector.cleanup()}connect(e){this.connecting=!0,this.retryAttempts=0;let n,a=async()=>{let o=this.sentinelIterator.next();if(o.done){this.sentinelIterator.reset(!1);let t=typeof this.options.sentinelRetryStrategy==`function`?this.options.sentinelRetryStrategy(++this.retryAttempts):null,r=typeof t==`number`?`All sentinels are unreachable. Retrying from scratch after ${t}ms.`:`All sentinels are unreachable and retry is disabled.`;n&&(r+=` Last error: ${n.message}`),l(r);let i=Error(r);if(typeof t==`number`)return e(`error`,i),await new Promise(e=>setTimeout(e,t)),a();throw i}let s=null,c=null;try{s=await this.resolve(o.value)}catch(e){c=e}if(!this.connecting)throw Error(r.CONNECTION_CLOSED_ERROR_MSG);let u=o.value.host+`:`+o.value.port;if(s)return l(`resolved: %s:%s from sentinel %s`,s.host,s.port,u),this.options.enableTLSForSentinelMode&&this.options.tls?(Object.assign(s,this.options.tls),this.stream=(0,i.connect)(s),this.stream.once(`secureConnect`,this.initFailoverDetector.bind(this))):(this.stream=(0,t.createConnection)(s),this.stream.once(`connect`,this.initFailoverDetector.bind(this))),this.stream.once(`error`,e=>{this.firstError=e}),this.stream;{let t=c?`failed to connect to sentinel `+u+` because `+c.message:`connected to sentinel `+u+` successfully, but got an invalid reply: `+s;return l(t),e(`sentinelError`,Error(t)),c&&(n=c),a()}};return a()}async updateSentinels(e){if(!this.options.updateSentinels)return;let t=await e.sentinel(`sentinels`,this.options.name);Array.isArray(t)&&(t.map(r.packObject).forEach(e=>{if((e.flags?e.flags.split(`,`):[]).indexOf(`disconnected`)===-1&&e.ip&&e.port){let t=this.sentinelNatResolve(d(e));this.sentinelIterator.add(t)&&l(`adding sentinel %s:%s`,t.host,t.port)}}),l(`Updated internal sentinels: %s`,this.sentinelIterator))}async resolveMaster(e){let t=await e.sentinel(`get-master-addr-by-name`,this.options.name);return await this.updateSentinels(e),this.sentinelNatResolve(Array.isArray(t)?{host:t[0],port:Number(t[1])}:null)}async resolveSlave(e){let t=await e.sentinel(`slaves`,this.options.name);if(!Array.isArray(t))return null;let n=t.map(r.packObject).filter(e=>e.flags&&!e.flags.match(/(disconnected|s_down|o_down)/));return this.sentinelNatResolve(u(n,this.options.preferredSlaves))}sentinelNatResolve(e){if(!e||!this.options.natMap)return e;let t=`${e.host}:${e.port}`,n=e;return typeof this.options.natMap==`function`?n=this.options.natMap(t)||e:typeof this.options.natMap==`object`&&(n=this.options.natMap[t]||e),n}connectToSentinel(e,t){return new s.default({port:e.port||26379,host:e.host,username:this.options.sentinelUsername||null,password:this.options.sentinelPassword||null,family:e.family||(`path`in this.options&&this.options.path?void 0:this.options.family),tls:this.options.sentinelTLS,retryStrategy:null,enableReadyCheck:!1,protocol:this.options.protocol,replyMapping:`legacy`,connectTimeout:this.options.connectTimeout,commandTimeout:this.options.sentinelCommandTimeout,...t})}async resolve(e){let t=this.connectToSentinel(e);t.on(`error`,f);try{return this.options.role===`slave`?await this.resolveSlave(t):await this.resolveMaster(t)}finally{t.disconnect()}}async initFailoverDetector(){if(!this.options.failoverDetector)return;this.sentinelIterator.reset(!0);let e=[];for(;e.length<this.options.sentinelMaxConnections;){let{done:t,value:n}=this.sentinelIterator.next();if(t)break;let r=this.connectToSentinel(n,{lazyConnect:!0,retryStrategy:this.options.sentinelReconnectStrategy,protocol:this.options.protocol,replyMapping:`legacy`});r.on(`reconnecting`,()=>{this.emitter?.emit(`sentinelReconnecting`)}),e.push({address:n,client:r})}this.sentinelIterator.reset(!1),this.failoverDetector&&this.failoverDetector.cleanup(),this.failoverDetector=new c.FailoverDetector(this,e),await this.failoverDetector.subscribe(),this.emitter?.emit(`failoverSubscribed`)}};function u(e,t){if(e.length===0)return null;let n;if(typeof t==`function`)n=t(e);else if(typeof t==`object`&&t){let r=Array.isArray(t)?[...t]:[t];r.sort((e,t)=>{let n=e.prio??1,r=t.prio??1;return n<r?-1:+(n>r)});for(let t=0;t<r.length;t++){for(let i=0;i<e.length;i++){let a=e[i];if(a.ip===r[t].ip&&a.port===r[t].port){n=a;break}}if(n)break}}return n||=(0,r.sample)(e),d(n)}function d(e){return{host:e.ip,port:Number(e.port)}}function f(){}})),Me=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.SentinelConnector=e.StandaloneConnector=void 0,e.StandaloneConnector=Oe().default,e.SentinelConnector=je().default})),Ne=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=x();e.default=class extends t.AbortError{constructor(e){let t=`Reached the max retries per request limit (which is ${e}). Refer to "maxRetriesPerRequest" option for details.`;super(t),Error.captureStackTrace(this,this.constructor)}get name(){return this.constructor.name}}})),Pe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.MaxRetriesPerRequestError=void 0,e.MaxRetriesPerRequestError=Ne().default})),Fe=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.PACKAGE_VERSION=void 0,e.PACKAGE_VERSION=`6.0.0`})),Ie=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.default=class{constructor(){this.set={subscribe:{},psubscribe:{},ssubscribe:{}}}add(e,n){this.set[t(e)][n]=!0}del(e,n){delete this.set[t(e)][n]}channels(e){return Object.keys(this.set[t(e)])}isEmpty(){return this.channels(`subscribe`).length===0&&this.channels(`psubscribe`).length===0&&this.channels(`ssubscribe`).length===0}};function t(e){return e===`unsubscribe`?`subscribe`:e===`punsubscribe`?`psubscribe`:e===`sunsubscribe`?`ssubscribe`:e}})),j=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.VerbatimString=void 0,e.VerbatimString=class extends String{constructor(e,t){super(t),this.format=e}}})),Le=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.BlobError=e.SimpleError=void 0;let t=x();e.SimpleError=class extends t.ReplyError{get name(){return`ReplyError`}},e.BlobError=class extends t.ReplyError{get name(){return`ReplyError`}}})),Re=r(((e,t,n)=>{var r=n&&n.__classPrivateFieldSet||function(e,t,n,r,i){if(r===`m`)throw TypeError(`Private method is not writable`);if(r===`a`&&!i)throw TypeError(`Private accessor was defined without a setter`);if(typeof t==`function`?e!==t||!i:!t.has(e))throw TypeError(`Cannot write private member to an object whose class did not declare it`);return r===`a`?i.call(e,n):i?i.value=n:t.set(e,n),n},i=n&&n.__classPrivateFieldGet||function(e,t,n,r){if(n===`a`&&!r)throw TypeError(`Private accessor was defined without a getter`);if(typeof t==`function`?e!==t||!r:!t.has(e))throw TypeError(`Cannot read private member from an object whose class did not declare it`);return n===`m`?r:n===`a`?r.call(e):r?r.value:t.get(e)},a,o,s,c,l,u,d,f,p,m,h,g,_,v,y,b,x,S,ee,C,w,T,te,E,D,O,k,ne,re,ie,A,ae,oe,se,ce,le,ue,de,fe,pe,me,he,ge,_e,ve,ye,be,xe,Se,Ce,we,Te,Ee,De,Oe,ke,Ae,je,Me,Ne,Pe,Fe,Ie,Re,ze,Be,Ve,He,Ue;Object.defineProperty(e,"__esModule",{value:!0}),e.Decoder=e.PUSH_TYPE_MAPPING=e.RESP_TYPES=void 0;let We=j(),Ge=Le();e.RESP_TYPES={NULL:95,BOOLEAN:35,NUMBER:58,BIG_NUMBER:40,DOUBLE:44,SIMPLE_STRING:43,BLOB_STRING:36,VERBATIM_STRING:61,SIMPLE_ERROR:45,BLOB_ERROR:33,ARRAY:42,SET:126,MAP:37,PUSH:62};let M={"\r":13,t:116,"+":43,"-":45,0:48,".":46,i:105,n:110,E:69,e:101};e.PUSH_TYPE_MAPPING={[e.RESP_TYPES.BLOB_STRING]:Buffer};var Ke=class{constructor(t){a.add(this),s.set(this,0),c.set(this,void 0),l.set(this,void 0),this.onReply=t.onReply,this.onErrorReply=t.onErrorReply,this.onPush=t.onPush,this.getTypeMapping=t.getTypeMapping,r(this,l,{...t.getTypeMapping(),...e.PUSH_TYPE_MAPPING},`f`)}reset(){r(this,s,0,`f`),r(this,c,void 0,`f`)}write(e){var t;if(i(this,s,`f`)>=e.length)r(this,s,i(this,s,`f`)-e.length,`f`);else if(i(this,c,`f`)&&(i(this,c,`f`).call(this,e)||i(this,s,`f`)>=e.length))r(this,s,i(this,s,`f`)-e.length,`f`);else{do{let n=e[i(this,s,`f`)];if(r(this,s,(t=i(this,s,`f`),++t),`f`)===e.length){r(this,c,i(this,a,`m`,u).bind(this,n),`f`);break}if(i(this,a,`m`,d).call(this,n,e))break}while(i(this,s,`f`)<e.length);r(this,s,i(this,s,`f`)-e.length,`f`)}}};e.Decoder=Ke,o=Ke,s=new WeakMap,c=new WeakMap,l=new WeakMap,a=new WeakSet,u=function(e,t){return r(this,c,void 0,`f`),i(this,a,`m`,d).call(this,e,t)},d=function(t,n){switch(t){case e.RESP_TYPES.NULL:return this.onReply(i(this,a,`m`,m).call(this)),!1;case e.RESP_TYPES.BOOLEAN:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,h).call(this,this.getTypeMapping()[e.RESP_TYPES.BOOLEAN],n));case e.RESP_TYPES.NUMBER:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,g).call(this,this.getTypeMapping()[e.RESP_TYPES.NUMBER],n));case e.RESP_TYPES.BIG_NUMBER:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,b).call(this,this.getTypeMapping()[e.RESP_TYPES.BIG_NUMBER],n));case e.RESP_TYPES.DOUBLE:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,C).call(this,this.getTypeMapping()[e.RESP_TYPES.DOUBLE],n));case e.RESP_TYPES.SIMPLE_STRING:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,re).call(this,this.getTypeMapping()[e.RESP_TYPES.SIMPLE_STRING],n));case e.RESP_TYPES.BLOB_STRING:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,A).call(this,this.getTypeMapping()[e.RESP_TYPES.BLOB_STRING],n));case e.RESP_TYPES.VERBATIM_STRING:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,le).call(this,this.getTypeMapping()[e.RESP_TYPES.VERBATIM_STRING],n));case e.RESP_TYPES.SIMPLE_ERROR:return i(this,a,`m`,f).call(this,this.onErrorReply,i(this,a,`m`,ge).call(this,n));case e.RESP_TYPES.BLOB_ERROR:return i(this,a,`m`,f).call(this,this.onErrorReply,i(this,a,`m`,ve).call(this,n));case e.RESP_TYPES.ARRAY:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,Se).call(this,this.getTypeMapping(),n));case e.RESP_TYPES.SET:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,De).call(this,this.getTypeMapping(),n));case e.RESP_TYPES.MAP:return i(this,a,`m`,f).call(this,this.onReply,i(this,a,`m`,Me).call(this,this.getTypeMapping(),n));case e.RESP_TYPES.PUSH:return i(this,a,`m`,f).call(this,this.onPush,i(this,a,`m`,Se).call(this,i(this,l,`f`),n));default:throw Error(`Unknown RESP type ${t} "${String.fromCharCode(t)}"`)}},f=function(e,t){return typeof t==`function`?(r(this,c,i(this,a,`m`,p).bind(this,e,t),`f`),!0):(e(t),!1)},p=function(e,t,n){return r(this,c,void 0,`f`),i(this,a,`m`,f).call(this,e,t(n))},m=function(){return r(this,s,i(this,s,`f`)+2,`f`),null},h=function(e,t){let n=t[i(this,s,`f`)]===M.t;return r(this,s,i(this,s,`f`)+3,`f`),e===Number?+!!n:n},g=function(e,t){if(e===String)return i(this,a,`m`,re).call(this,String,t);switch(t[i(this,s,`f`)]){case M[`+`]:return i(this,a,`m`,_).call(this,!1,t);case M[`-`]:return i(this,a,`m`,_).call(this,!0,t);default:return i(this,a,`m`,v).call(this,!1,i(this,a,`m`,y).bind(this,0),t)}},_=function(e,t){var n;let o=i(this,a,`m`,y).bind(this,0);return r(this,s,(n=i(this,s,`f`),++n),`f`)===t.length?i(this,a,`m`,v).bind(this,e,o):i(this,a,`m`,v).call(this,e,o,t)},v=function e(t,n,r){let o=n(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,t,o):t?-o:o},y=function e(t,n){let o=i(this,s,`f`);do{let e=n[o];if(e===M[`\r`])return r(this,s,o+2,`f`),t;t=t*10+e-M[0]}while(++o<n.length);return r(this,s,o,`f`),i(this,a,`m`,e).bind(this,t)},b=function(e,t){if(e===String)return i(this,a,`m`,re).call(this,String,t);switch(t[i(this,s,`f`)]){case M[`+`]:return i(this,a,`m`,x).call(this,!1,t);case M[`-`]:return i(this,a,`m`,x).call(this,!0,t);default:return i(this,a,`m`,S).call(this,!1,i(this,a,`m`,ee).bind(this,0n),t)}},x=function(e,t){var n;let o=i(this,a,`m`,ee).bind(this,0n);return r(this,s,(n=i(this,s,`f`),++n),`f`)===t.length?i(this,a,`m`,S).bind(this,e,o):i(this,a,`m`,S).call(this,e,o,t)},S=function e(t,n,r){let o=n(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,t,o):t?-o:o},ee=function e(t,n){let o=i(this,s,`f`);do{let e=n[o];if(e===M[`\r`])return r(this,s,o+2,`f`),t;t=t*10n+BigInt(e-M[0])}while(++o<n.length);return r(this,s,o,`f`),i(this,a,`m`,e).bind(this,t)},C=function(e,t){if(e===String||e===Buffer)return i(this,a,`m`,re).call(this,e,t);switch(t[i(this,s,`f`)]){case M.n:return r(this,s,i(this,s,`f`)+5,`f`),NaN;case M[`+`]:return i(this,a,`m`,w).call(this,!1,t);case M[`-`]:return i(this,a,`m`,w).call(this,!0,t);default:return i(this,a,`m`,T).call(this,!1,0,t)}},w=function(e,t){var n;return r(this,s,(n=i(this,s,`f`),++n),`f`)===t.length?i(this,a,`m`,T).bind(this,e,0):i(this,a,`m`,T).call(this,e,0,t)},T=function(e,t,n){return n[i(this,s,`f`)]===M.i?(r(this,s,i(this,s,`f`)+5,`f`),e?-1/0:1/0):i(this,a,`m`,te).call(this,e,t,n)},te=function e(t,n,o){let c=i(this,s,`f`);do{let e=o[c];switch(e){case M[`.`]:return r(this,s,c+1,`f`),i(this,s,`f`)<o.length?i(this,a,`m`,D).call(this,t,0,n,o):i(this,a,`m`,D).bind(this,t,0,n);case M.E:case M.e:{r(this,s,c+1,`f`);let e=t?-n:n;return i(this,s,`f`)<o.length?i(this,a,`m`,O).call(this,e,o):i(this,a,`m`,O).bind(this,e)}case M[`\r`]:return r(this,s,c+2,`f`),t?-n:n;default:n=n*10+e-M[0]}}while(++c<o.length);return r(this,s,c,`f`),i(this,a,`m`,e).bind(this,t,n)},D=function e(t,n,c,l){let u=i(this,s,`f`);do{let e=l[u];switch(e){case M.E:case M.e:{r(this,s,u+1,`f`);let e=t?-c:c;return i(this,s,`f`)===l.length?i(this,a,`m`,O).bind(this,e):i(this,a,`m`,O).call(this,e,l)}case M[`\r`]:return r(this,s,u+2,`f`),t?-c:c}n<i(o,o,`f`,E).length&&(c+=(e-M[0])*i(o,o,`f`,E)[n++])}while(++u<l.length);return r(this,s,u,`f`),i(this,a,`m`,e).bind(this,t,n,c)},O=function(e,t){var n,o;switch(t[i(this,s,`f`)]){case M[`+`]:return r(this,s,(n=i(this,s,`f`),++n),`f`)===t.length?i(this,a,`m`,k).bind(this,!1,e,0):i(this,a,`m`,k).call(this,!1,e,0,t);case M[`-`]:return r(this,s,(o=i(this,s,`f`),++o),`f`)===t.length?i(this,a,`m`,k).bind(this,!0,e,0):i(this,a,`m`,k).call(this,!0,e,0,t)}return i(this,a,`m`,k).call(this,!1,e,0,t)},k=function e(t,n,o,c){let l=i(this,s,`f`);do{let e=c[l];if(e===M[`\r`])return r(this,s,l+2,`f`),n*10**(t?-o:o);o=o*10+e-M[0]}while(++l<c.length);return r(this,s,l,`f`),i(this,a,`m`,e).bind(this,t,n,o)},ne=function(e,t){for(;e[t]!==M[`\r`];)if(++t===e.length)return r(this,s,e.length,`f`),-1;return r(this,s,t+2,`f`),t},re=function(e,t){let n=i(this,s,`f`),r=i(this,a,`m`,ne).call(this,t,n);if(r===-1)return i(this,a,`m`,ie).bind(this,[t.subarray(n)],e);let o=t.subarray(n,r);return e===Buffer?o:o.toString()},ie=function e(t,n,r){let o=i(this,s,`f`),c=i(this,a,`m`,ne).call(this,r,o);if(c===-1)return t.push(r.subarray(o)),i(this,a,`m`,e).bind(this,t,n);t.push(r.subarray(o,c));let l=Buffer.concat(t);return n===Buffer?l:l.toString()},A=function(e,t){if(t[i(this,s,`f`)]===M[`-`])return r(this,s,i(this,s,`f`)+4,`f`),null;let n=i(this,a,`m`,y).call(this,0,t);return typeof n==`function`?i(this,a,`m`,ae).bind(this,n,e):i(this,s,`f`)>=t.length?i(this,a,`m`,ce).bind(this,n,e):i(this,a,`m`,ce).call(this,n,e,t)},ae=function e(t,n,r){let o=t(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,o,n):i(this,s,`f`)>=r.length?i(this,a,`m`,ce).bind(this,o,n):i(this,a,`m`,ce).call(this,o,n,r)},oe=function(e,t,n,o){let c=i(this,s,`f`)+e;if(c>=o.length){let c=o.subarray(i(this,s,`f`));return r(this,s,o.length,`f`),i(this,a,`m`,se).bind(this,e-c.length,[c],t,n)}let l=o.subarray(i(this,s,`f`),c);return r(this,s,c+t,`f`),n===Buffer?l:l.toString()},se=function e(t,n,o,c,l){let u=i(this,s,`f`)+t;if(u>=l.length){let u=l.subarray(i(this,s,`f`));return n.push(u),r(this,s,l.length,`f`),i(this,a,`m`,e).bind(this,t-u.length,n,o,c)}n.push(l.subarray(i(this,s,`f`),u)),r(this,s,u+o,`f`);let d=Buffer.concat(n);return c===Buffer?d:d.toString()},ce=function(e,t,n){return i(this,a,`m`,oe).call(this,e,2,t,n)},le=function(e,t){return i(this,a,`m`,ue).call(this,i(this,a,`m`,y).bind(this,0),e,t)},ue=function e(t,n,r){let o=t(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,o,n):i(this,a,`m`,de).call(this,o,n,r)},de=function(e,t,n){let o=e-4;return t===We.VerbatimString?i(this,a,`m`,fe).call(this,o,n):(r(this,s,i(this,s,`f`)+4,`f`),i(this,s,`f`)>=n.length?i(this,a,`m`,ce).bind(this,o,t):i(this,a,`m`,ce).call(this,o,t,n))},fe=function(e,t){let n=i(this,a,`m`,oe).bind(this,3,1,String);return i(this,s,`f`)>=t.length?i(this,a,`m`,pe).bind(this,e,n):i(this,a,`m`,pe).call(this,e,n,t)},pe=function e(t,n,r){let o=n(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,t,o):i(this,a,`m`,me).call(this,t,o,r)},me=function(e,t,n){return i(this,a,`m`,he).call(this,t,i(this,a,`m`,ce).bind(this,e,String),n)},he=function e(t,n,r){let o=n(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,t,o):new We.VerbatimString(t,o)},ge=function(e){let t=i(this,a,`m`,re).call(this,String,e);return typeof t==`function`?i(this,a,`m`,_e).bind(this,t):new Ge.SimpleError(t)},_e=function e(t,n){let r=t(n);return typeof r==`function`?i(this,a,`m`,e).bind(this,r):new Ge.SimpleError(r)},ve=function(e){let t=i(this,a,`m`,A).call(this,String,e);return typeof t==`function`?i(this,a,`m`,ye).bind(this,t):new Ge.BlobError(t)},ye=function e(t,n){let r=t(n);return typeof r==`function`?i(this,a,`m`,e).bind(this,r):new Ge.BlobError(r)},be=function(e,t){var n;let o=t[i(this,s,`f`)];return r(this,s,(n=i(this,s,`f`),++n),`f`)===t.length?i(this,a,`m`,xe).bind(this,o,e):i(this,a,`m`,xe).call(this,o,e,t)},xe=function(t,n,r){switch(t){case e.RESP_TYPES.NULL:return i(this,a,`m`,m).call(this);case e.RESP_TYPES.BOOLEAN:return i(this,a,`m`,h).call(this,n[e.RESP_TYPES.BOOLEAN],r);case e.RESP_TYPES.NUMBER:return i(this,a,`m`,g).call(this,n[e.RESP_TYPES.NUMBER],r);case e.RESP_TYPES.BIG_NUMBER:return i(this,a,`m`,b).call(this,n[e.RESP_TYPES.BIG_NUMBER],r);case e.RESP_TYPES.DOUBLE:return i(this,a,`m`,C).call(this,n[e.RESP_TYPES.DOUBLE],r);case e.RESP_TYPES.SIMPLE_STRING:return i(this,a,`m`,re).call(this,n[e.RESP_TYPES.SIMPLE_STRING],r);case e.RESP_TYPES.BLOB_STRING:return i(this,a,`m`,A).call(this,n[e.RESP_TYPES.BLOB_STRING],r);case e.RESP_TYPES.VERBATIM_STRING:return i(this,a,`m`,le).call(this,n[e.RESP_TYPES.VERBATIM_STRING],r);case e.RESP_TYPES.SIMPLE_ERROR:return i(this,a,`m`,ge).call(this,r);case e.RESP_TYPES.BLOB_ERROR:return i(this,a,`m`,ve).call(this,r);case e.RESP_TYPES.ARRAY:return i(this,a,`m`,Se).call(this,n,r);case e.RESP_TYPES.SET:return i(this,a,`m`,De).call(this,n,r);case e.RESP_TYPES.MAP:return i(this,a,`m`,Me).call(this,n,r);default:throw Error(`Unknown RESP type ${t} "${String.fromCharCode(t)}"`)}},Se=function(e,t){return t[i(this,s,`f`)]===M[`-`]?(r(this,s,i(this,s,`f`)+4,`f`),null):i(this,a,`m`,Ce).call(this,i(this,a,`m`,y).call(this,0,t),e,t)},Ce=function(e,t,n){return typeof e==`function`?i(this,a,`m`,we).bind(this,e,t):i(this,a,`m`,Te).call(this,Array(e),0,t,n)},we=function(e,t,n){return i(this,a,`m`,Ce).call(this,e(n),t,n)},Te=function e(t,n,r,o){for(let c=n;c<t.length;c++){if(i(this,s,`f`)>=o.length)return i(this,a,`m`,e).bind(this,t,c,r);let n=i(this,a,`m`,be).call(this,r,o);if(typeof n==`function`)return i(this,a,`m`,Ee).bind(this,t,c,n,r);t[c]=n}return t},Ee=function e(t,n,r,o,s){let c=r(s);return typeof c==`function`?i(this,a,`m`,e).bind(this,t,n,c,o):(t[n++]=c,i(this,a,`m`,Te).call(this,t,n,o,s))},De=function(e,t){let n=i(this,a,`m`,y).call(this,0,t);return typeof n==`function`?i(this,a,`m`,Oe).bind(this,n,e):i(this,a,`m`,ke).call(this,n,e,t)},Oe=function e(t,n,r){let o=t(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,o,n):i(this,a,`m`,ke).call(this,o,n,r)},ke=function(t,n,r){return n[e.RESP_TYPES.SET]===Set?i(this,a,`m`,Ae).call(this,new Set,t,n,r):i(this,a,`m`,Te).call(this,Array(t),0,n,r)},Ae=function e(t,n,r,o){for(;n>0;){if(i(this,s,`f`)>=o.length)return i(this,a,`m`,e).bind(this,t,n,r);let c=i(this,a,`m`,be).call(this,r,o);if(typeof c==`function`)return i(this,a,`m`,je).bind(this,t,n,c,r);t.add(c),--n}return t},je=function e(t,n,r,o,s){let c=r(s);return typeof c==`function`?i(this,a,`m`,e).bind(this,t,n,c,o):(t.add(c),i(this,a,`m`,Ae).call(this,t,n-1,o,s))},Me=function(e,t){let n=i(this,a,`m`,y).call(this,0,t);return typeof n==`function`?i(this,a,`m`,Ne).bind(this,n,e):i(this,a,`m`,Pe).call(this,n,e,t)},Ne=function e(t,n,r){let o=t(r);return typeof o==`function`?i(this,a,`m`,e).bind(this,o,n):i(this,a,`m`,Pe).call(this,o,n,r)},Pe=function(t,n,r){switch(n[e.RESP_TYPES.MAP]){case Map:return i(this,a,`m`,Fe).call(this,new Map,t,n,r);case Array:return i(this,a,`m`,Te).call(this,Array(t*2),0,n,r);default:return i(this,a,`m`,Ve).call(this,{},t,n,r)}},Fe=function e(t,n,r,o){for(;n>0;){if(i(this,s,`f`)>=o.length)return i(this,a,`m`,e).bind(this,t,n,r);let c=i(this,a,`m`,Ie).call(this,r,o);if(typeof c==`function`)return i(this,a,`m`,ze).bind(this,t,n,c,r);if(i(this,s,`f`)>=o.length)return i(this,a,`m`,Be).bind(this,t,n,c,i(this,a,`m`,be).bind(this,r),r);let l=i(this,a,`m`,be).call(this,r,o);if(typeof l==`function`)return i(this,a,`m`,Be).bind(this,t,n,c,l,r);t.set(c,l),--n}return t},Ie=function(e,t){var n;let o=t[i(this,s,`f`)];return r(this,s,(n=i(this,s,`f`),++n),`f`)===t.length?i(this,a,`m`,Re).bind(this,o,e):i(this,a,`m`,Re).call(this,o,e,t)},Re=function(t,n,r){switch(t){case e.RESP_TYPES.SIMPLE_STRING:return i(this,a,`m`,re).call(this,String,r);case e.RESP_TYPES.BLOB_STRING:return i(this,a,`m`,A).call(this,String,r);default:return i(this,a,`m`,xe).call(this,t,n,r)}},ze=function e(t,n,r,o,c){let l=r(c);if(typeof l==`function`)return i(this,a,`m`,e).bind(this,t,n,l,o);if(i(this,s,`f`)>=c.length)return i(this,a,`m`,Be).bind(this,t,n,l,i(this,a,`m`,be).bind(this,o),o);let u=i(this,a,`m`,be).call(this,o,c);return typeof u==`function`?i(this,a,`m`,Be).bind(this,t,n,l,u,o):(t.set(l,u),i(this,a,`m`,Fe).call(this,t,n-1,o,c))},Be=function e(t,n,r,o,s,c){let l=o(c);return typeof l==`function`?i(this,a,`m`,e).bind(this,t,n,r,l,s):(t.set(r,l),i(this,a,`m`,Fe).call(this,t,n-1,s,c))},Ve=function e(t,n,r,o){for(;n>0;){if(i(this,s,`f`)>=o.length)return i(this,a,`m`,e).bind(this,t,n,r);let c=i(this,a,`m`,Ie).call(this,r,o);if(typeof c==`function`)return i(this,a,`m`,He).bind(this,t,n,c,r);if(i(this,s,`f`)>=o.length)return i(this,a,`m`,Ue).bind(this,t,n,c,i(this,a,`m`,be).bind(this,r),r);let l=i(this,a,`m`,be).call(this,r,o);if(typeof l==`function`)return i(this,a,`m`,Ue).bind(this,t,n,c,l,r);c===`__proto__`||c===`constructor`?Object.defineProperty(t,c,{value:l,configurable:!0,enumerable:!0,writable:!0}):t[c]=l,--n}return t},He=function e(t,n,r,o,c){let l=r(c);if(typeof l==`function`)return i(this,a,`m`,e).bind(this,t,n,l,o);if(i(this,s,`f`)>=c.length)return i(this,a,`m`,Ue).bind(this,t,n,l,i(this,a,`m`,be).bind(this,o),o);let u=i(this,a,`m`,be).call(this,o,c);return typeof u==`function`?i(this,a,`m`,Ue).bind(this,t,n,l,u,o):(l===`__proto__`||l===`constructor`?Object.defineProperty(t,l,{value:u,configurable:!0,enumerable:!0,writable:!0}):t[l]=u,i(this,a,`m`,Ve).call(this,t,n-1,o,c))},Ue=function e(t,n,r,o,s,c){let l=o(c);return typeof l==`function`?i(this,a,`m`,e).bind(this,t,n,r,l,s):(r===`__proto__`||r===`constructor`?Object.defineProperty(t,r,{value:l,configurable:!0,enumerable:!0,writable:!0}):t[r]=l,i(this,a,`m`,Ve).call(this,t,n-1,s,c))},E={value:[.1,.01,.001,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12,1e-13,1e-14,1e-15,1e-16,1e-17]}})),ze=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});let t=se(),n=A(),r=Ie(),i=Re(),a=(0,n.Debug)(`dataHandler`);e.default=class{constructor(e,t){this.redis=e;let n=c(t),r=new i.Decoder({getTypeMapping:()=>n,onReply:e=>{this.dispatch(()=>this.returnReply(e))},onErrorReply:e=>{this.dispatch(()=>this.returnError(e))},onPush:e=>{this.dispatch(()=>this.returnPush(e))}});e.stream.prependListener(`data`,e=>{try{r.write(e)}catch(e){this.returnFatalError(e)}}),e.stream.resume()}dispatch(e){try{e()}catch(e){process.nextTick(()=>{throw e})}}returnFatalError(e){e.message+=`. Please report this.`,this.redis.recoverFromFatalError(e,e,{offlineQueue:!1})}returnError(e){let t=this.shiftCommand(e);t&&(e.command={name:t.command.name,args:t.command.args},t.command.name===`ssubscribe`&&e.message.startsWith(`MOVED `)&&this.redis.emit(`moved`),this.redis.handleReconnection(e,t))}returnReply(e){if(this.handleMonitorReply(e)||this.redis.condition.protocol!==3&&this.handleSubscriberReply(e))return;let n=this.shiftCommand(e);n&&(t.default.checkFlag(`ENTER_SUBSCRIBER_MODE`,n.command.name)?(this.redis.condition.subscriber=new r.default,this.redis.condition.subscriber.add(n.command.name,e[1].toString()),u(n.command,e[2])||this.redis.commandQueue.unshift(n)):t.default.checkFlag(`EXIT_SUBSCRIBER_MODE`,n.command.name)?d(n.command,e[2])||this.redis.commandQueue.unshift(n):n.command.resolve(e))}returnPush(e){if(!Array.isArray(e)||e.length===0)return;let t=e[0].toString();switch(a(`receive push "%s"`,t),t){case`message`:case`pmessage`:case`smessage`:this.handleSubscriberReply(e);break;case`ssubscribe`:case`subscribe`:case`psubscribe`:{this.redis.condition.subscriber||(this.redis.condition.subscriber=new r.default);let n=e[1].toString();this.redis.condition.subscriber.add(t,n);let i=this.shiftCommand(e);if(!i)return;u(i.command,e[2])||this.redis.commandQueue.unshift(i);break}case`sunsubscribe`:case`unsubscribe`:case`punsubscribe`:{if(this.redis.condition.subscriber){let n=e[1]?e[1].toString():null;n&&this.redis.condition.subscriber.del(t,n)}let n=e[2];if(Number(n)===0&&(this.redis.condition.subscriber=!1),this.handleUnsolicitedUnsubscribe(t))return;let r=this.shiftCommand(e);if(!r)return;d(r.command,n)||this.redis.commandQueue.unshift(r);break}}}handleUnsolicitedUnsubscribe(e){let t=this.redis.commandQueue.peekFront();return t&&t.command.name.toLowerCase()===e?!1:(e===`sunsubscribe`&&this.redis.emit(`moved`),!0)}handleSubscriberReply(e){if(!this.redis.condition.subscriber)return!1;let t=Array.isArray(e)?e[0].toString():null;switch(a(`receive reply "%s" in subscriber mode`,t),t){case`message`:this.redis.listeners(`message`).length>0&&this.redis.emit(`message`,e[1].toString(),e[2]?e[2].toString():``),this.redis.emit(`messageBuffer`,e[1],e[2]);break;case`pmessage`:{let t=e[1].toString();this.redis.listeners(`pmessage`).length>0&&this.redis.emit(`pmessage`,t,e[2].toString(),e[3].toString()),this.redis.emit(`pmessageBuffer`,t,e[2],e[3]);break}case`smessage`:this.redis.listeners(`smessage`).length>0&&this.redis.emit(`smessage`,e[1].toString(),e[2]?e[2].toString():``),this.redis.emit(`smessageBuffer`,e[1],e[2]);break;case`ssubscribe`:case`subscribe`:case`psubscribe`:{let n=e[1].toString();this.redis.condition.subscriber.add(t,n);let r=this.shiftCommand(e);if(!r)return;u(r.command,e[2])||this.redis.commandQueue.unshift(r);break}case`sunsubscribe`:case`unsubscribe`:case`punsubscribe`:{let n=e[1]?e[1].toString():null;n&&this.redis.condition.subscriber.del(t,n);let r=e[2];if(Number(r)===0&&(this.redis.condition.subscriber=!1),this.handleUnsolicitedUnsubscribe(t))break;let i=this.shiftCommand(e);if(!i)return;d(i.command,r)||this.redis.commandQueue.unshift(i);break}default:{let t=this.shiftCommand(e);if(!t)return;t.command.resolve(e)}}return!0}handleMonitorReply(e){if(this.redis.status!==`monitoring`)return!1;let t=e.toString();if(t===`OK`)return!1;let n=t.indexOf(` `),r=t.slice(0,n),i=t.indexOf(`"`),a=t.slice(i+1,-1).split(`" "`).map(e=>e.replace(/\\"/g,`"`)),o=t.slice(n+2,i-2).split(` `);return this.redis.emit(`monitor`,r,a,o[1],o[0]),!0}shiftCommand(e){let t=this.redis.commandQueue.shift();if(!t){let t=Error(`Command queue state error. If you can reproduce this, please report it.`+(e instanceof Error?` Last error: ${e.message}`:` Last reply: ${e.toString()}`));return this.redis.emit(`error`,t),null}return t}};let o={[i.RESP_TYPES.SIMPLE_STRING]:Buffer,[i.RESP_TYPES.BLOB_STRING]:Buffer,[i.RESP_TYPES.VERBATIM_STRING]:Buffer,[i.RESP_TYPES.BIG_NUMBER]:String,[i.RESP_TYPES.DOUBLE]:Buffer,[i.RESP_TYPES.BOOLEAN]:Number,[i.RESP_TYPES.MAP]:Array,[i.RESP_TYPES.SET]:Array},s={[i.RESP_TYPES.SIMPLE_STRING]:Buffer,[i.RESP_TYPES.BLOB_STRING]:Buffer,[i.RESP_TYPES.VERBATIM_STRING]:Buffer,[i.RESP_TYPES.BIG_NUMBER]:String,[i.RESP_TYPES.SET]:Array};function c(e){let t=e.replyMapping===`resp3`?s:o;return e.stringNumbers?{...t,[i.RESP_TYPES.NUMBER]:String,[i.RESP_TYPES.DOUBLE]:String}:t}let l=new WeakMap;function u(e,t){let n=l.has(e)?l.get(e):e.args.length;return--n,n<=0?(e.resolve(t),l.delete(e),!0):(l.set(e,n),!1)}function d(e,t){let n=l.has(e)?l.get(e):e.args.length;return n===0?Number(t)===0&&(l.delete(e),e.resolve(t),!0):(--n,n<=0?(e.resolve(t),!0):(l.set(e,n),!1))}})),Be=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.readyHandler=e.errorHandler=e.closeHandler=e.connectHandler=void 0;let t=x(),n=se(),r=Pe(),i=A(),a=Fe(),o=ze(),s=pe(),c=(0,i.Debug)(`connection`);function l(e){let t=[];if(e.condition.protocol===3){let n=[e.condition.protocol];e.condition.auth&&(n.push(`AUTH`),Array.isArray(e.condition.auth)?n.push(e.condition.auth[0],e.condition.auth[1]):n.push(`default`,e.condition.auth)),t.push({kind:`hello`,send:()=>e.hello(n),errorHandler:f})}else e.condition.auth&&t.push({kind:`auth`,send:()=>e.auth(e.condition.auth),errorHandler:f});e.condition.select&&t.push({kind:`select`,send:()=>e.select(e.condition.select),errorHandler:t=>e.silentEmit(`error`,t)}),e.options.connectionName&&(c(`set the connection name [%s]`,e.options.connectionName),t.push({kind:`client`,send:()=>e.client(`setname`,e.options.connectionName),errorHandler:i.noop})),e.options.readOnly&&(c(`set the connection to readonly mode`),t.push({kind:`readonly`,send:()=>e.readonly(),errorHandler:i.noop})),e.options.disableClientInfo||(c(`set the client info`),t.push({kind:`client`,send:()=>e.client(`SETINFO`,`LIB-VER`,a.PACKAGE_VERSION),errorHandler:i.noop}),t.push({kind:`client`,send:()=>e.client(`SETINFO`,`LIB-NAME`,e.options?.clientInfoTag?`ioredis(${e.options.clientInfoTag})`:`ioredis`),errorHandler:i.noop}));let n=(0,s.getHimportBinding)(e);if(n&&n.role!==`replica`)for(let r of n.coordinator.getDefinitions())t.push({kind:`himport`,send:()=>n.coordinator.ensurePrepared(e,r)??Promise.resolve(),errorHandler:t=>e.silentEmit(`error`,t)});return t}async function u(e,t){if(t!==3){await Promise.all(e.map(({send:e,errorHandler:t})=>t?e().catch(t):e()));return}let n=await Promise.allSettled(e.map(({send:e})=>e())),r=e.findIndex(({kind:e})=>e===`hello`),i=r===-1?void 0:n[r];if(i?.status===`rejected`&&p(i.reason))throw i.reason;for(let t=0;t<n.length;t++){let r=n[t];if(r.status===`rejected`){let{errorHandler:n}=e[t];if(n){n(r.reason);continue}throw r.reason}}}function d(t){return async function(){try{t.resetCommandQueue(),t.condition.handshake=!0,t.setStatus(`connect`),new o.default(t,{stringNumbers:t.options.stringNumbers,replyMapping:t.condition.replyMapping});let{connectionEpoch:n}=t;(0,s.getHimportBinding)(t)?.coordinator.beginSession(t);let r=()=>n===t.connectionEpoch&&t.status===`connect`,i=()=>r()?(t.condition.handshake=!1,!0):!1;try{await u(l(t),t.condition.protocol)}catch(e){if(!r())return;if(!p(e))return t.recoverFromFatalError(e,e);t.options.replyMapping===`resp3`&&console.warn(`[WARN] replyMapping "resp3" was requested, but the server does not support RESP3. Replies will use RESP2-compatible shapes until connected to a server that supports RESP3.`),c(`server rejected RESP3, downgrading connection to RESP2`),t.condition.protocol=2,t.condition.replyMapping=`legacy`;try{await u(l(t),t.condition.protocol)}catch(e){return r()?t.recoverFromFatalError(e,e):void 0}}if(!r())return;if(!t.options.enableReadyCheck)return i()?e.readyHandler(t)():void 0;t._readyCheck(function(n,a){if(r()){if(n)t.recoverFromFatalError(n,n);else if(t.connector.check(a)){if(!i())return;e.readyHandler(t)()}else t.disconnect(!0)}})}catch(e){t.recoverFromFatalError(e,e)}}}e.connectHandler=d;function f(e){let t=e.message||``;if(t.indexOf(`no password is set`)!==-1)console.warn(`[WARN] Redis server does not require a password, but a password was supplied.`);else if(t.indexOf(`without any password configured for the default user`)!==-1)console.warn("[WARN] This Redis server's `default` user does not require a password, but a password was supplied");else if(t.indexOf(`wrong number of arguments for 'auth' command`)!==-1)console.warn(`[ERROR] The server returned "wrong number of arguments for 'auth' command". You are probably passing both username and password to Redis version 5 or below. You should only pass the 'password' option for Redis version 5 and under.`);else throw e}function p(e){let t=(e.message||``).toUpperCase();return t.includes(`NOPROTO`)||t.includes(`UNKNOWN COMMAND`)&&t.includes(`HELLO`)}function m(e){let n=new t.AbortError(`Command aborted due to connection close`);return n.command={name:e.name,args:e.args},n}function h(e){let t=0;for(let n=0;n<e.length;){let r=e.peekAt(n)?.command,i=r.pipelineIndex;(i===void 0||i===0)&&(t=0),i!==void 0&&i!==t++?(e.remove(n,1),r.reject(m(r))):n++}}function g(e){for(let t=0;t<e.length;){let n=e.peekAt(t)?.command;if(n.name===`multi`)break;if(n.name===`exec`){e.remove(t,1),n.reject(m(n));break}n.inTransaction?(e.remove(t,1),n.reject(m(n))):t++}}function _(e){return function(){let n=e.status;if(e.setStatus(`close`),e.socketTimeoutTimer!==void 0&&(clearTimeout(e.socketTimeoutTimer),e.socketTimeoutTimer=void 0),e.commandQueue.length&&h(e.commandQueue),e.offlineQueue.length&&g(e.offlineQueue),n===`ready`&&(e.prevCondition||=e.condition,e.commandQueue.length&&(e.prevCommandQueue=e.commandQueue)),e.manuallyClosing)return e.manuallyClosing=!1,c(`skip reconnecting since the connection is manually closed.`),t();if(typeof e.options.retryStrategy!=`function`)return c("skip reconnecting because `retryStrategy` is not a function"),t();let a=e.options.retryStrategy(++e.retryAttempts);if(typeof a!=`number`)return c("skip reconnecting because `retryStrategy` doesn't return a number"),t();c(`reconnect in %sms`,a),e.setStatus(`reconnecting`,a),e.reconnectTimeout=setTimeout(function(){e.reconnectTimeout=null,e.connect().catch(i.noop)},a);let{maxRetriesPerRequest:o}=e.options;typeof o==`number`&&(o<0?c(`maxRetriesPerRequest is negative, ignoring...`):e.retryAttempts%(o+1)===0&&(c(`reach maxRetriesPerRequest limitation, flushing command queue...`),e.flushQueue(new r.MaxRetriesPerRequestError(o))))};function t(){e.setStatus(`end`),e.flushQueue(Error(i.CONNECTION_CLOSED_ERROR_MSG))}}e.closeHandler=_;function v(e){return function(t){c(`error: %s`,t),e.silentEmit(`error`,t)}}e.errorHandler=v;function y(e){return function(){if(e.setStatus(`ready`),e.retryAttempts=0,e.options.monitor){e.call(`monitor`).then(()=>e.setStatus(`monitoring`),t=>e.emit(`error`,t));let{sendCommand:t}=e;e.sendCommand=function(r){return n.default.checkFlag(`VALID_IN_MONITOR_MODE`,r.name)?t.call(e,r):(r.reject(Error(`Connection is in monitoring mode, can't process commands.`)),r.promise)},e.once(`close`,function(){delete e.sendCommand});return}let t=e.prevCondition?e.prevCondition.select:e.condition.select;if(e.prevCondition){let n=e.prevCondition;if(e.prevCondition=null,n.subscriber&&e.options.autoResubscribe){e.condition.select!==t&&(c(`connect to db [%d]`,t),e.select(t));let r=n.subscriber.channels(`subscribe`);r.length&&(c(`subscribe %d channels`,r.length),e.subscribe(r));let i=n.subscriber.channels(`psubscribe`);i.length&&(c(`psubscribe %d channels`,i.length),e.psubscribe(i));let a=n.subscriber.channels(`ssubscribe`);if(a.length){c(`ssubscribe %s`,a.length);for(let t of a)e.ssubscribe(t)}}}if(e.prevCommandQueue){if(e.options.autoResendUnfulfilledCommands)for(c(`resend %d unfulfilled commands`,e.prevCommandQueue.length);e.prevCommandQueue.length>0;){let t=e.prevCommandQueue.shift();t.select!==e.condition.select&&t.command.name!==`select`&&e.select(t.select),e.sendCommand(t.command,t.stream)}else e.prevCommandQueue=null}if(e.offlineQueue.length){c(`send %d commands in offline queue`,e.offlineQueue.length);let t=e.offlineQueue;for(e.resetOfflineQueue();t.length>0;){let n=t.shift();n.select!==e.condition.select&&n.command.name!==`select`&&e.select(n.select),e.sendCommand(n.command,n.stream)}}e.condition.select!==t&&(c(`connect to db [%d]`,t),e.select(t))}}e.readyHandler=y})),Ve=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.DEFAULT_REDIS_OPTIONS=void 0,e.DEFAULT_REDIS_OPTIONS={port:6379,host:`localhost`,family:0,connectTimeout:1e4,disconnectTimeout:2e3,retryStrategy:function(e){let t=Math.floor(Math.random()*200);return Math.min(2**(e-1)*50,5e3)+t},keepAlive:3e4,noDelay:!0,connectionName:null,disableClientInfo:!1,clientInfoTag:void 0,sentinels:null,name:null,role:`master`,sentinelRetryStrategy:function(e){return Math.min(e*10,1e3)},sentinelReconnectStrategy:function(){return 6e4},natMap:null,enableTLSForSentinelMode:!1,updateSentinels:!0,failoverDetector:!1,username:null,password:null,db:0,enableOfflineQueue:!0,enableReadyCheck:!0,autoResubscribe:!0,autoResendUnfulfilledCommands:!0,lazyConnect:!1,keyPrefix:``,reconnectOnError:null,readOnly:!1,stringNumbers:!1,protocol:3,replyMapping:`legacy`,maxRetriesPerRequest:20,maxLoadingRetryTime:1e4,enableAutoPipelining:!1,autoPipeliningIgnoredCommands:[],sentinelMaxConnections:10,blockingTimeoutGrace:100}})),He=r((e=>{var t;Object.defineProperty(e,"__esModule",{value:!0});let r=g(),i=n(`events`),a=v(),o=Ee(),s=se(),c=Me(),l=je(),u=Be(),d=Ve(),f=le(),p=ge(),m=A(),h=he(),_=_e(),y=fe(),b=w(),x=pe(),S=pe(),ee=Se(),C=(0,m.Debug)(`redis`);var T=class e extends y.default{static createClient(...t){return new e(...t)}constructor(e,n,r){if(super(),this.status=`wait`,this.isCluster=!1,this.reconnectTimeout=null,this.connectionEpoch=0,this.retryAttempts=0,this.manuallyClosing=!1,this[t]=!1,this._autoPipelines=new Map,this._runningAutoPipelines=new Set,this.parseOptions(e,n,r),i.EventEmitter.call(this),this.options.himportFieldsets=(0,S.cloneHimportFieldsets)(this.options.himportFieldsets),this.options.himportFieldsets?.length&&(0,x.bindHimportCoordinator)(this,new x.default(this.options.himportFieldsets),`standalone`),this.resetCommandQueue(),this.resetOfflineQueue(),this.options.Connector)this.connector=new this.options.Connector(this.options);else if(this.options.sentinels){let e=new l.default(this.options);e.emitter=this,this.connector=e}else this.connector=new c.StandaloneConnector(this.options);this.options.scripts&&Object.entries(this.options.scripts).forEach(([e,t])=>{this.defineCommand(e,t)}),this.options.lazyConnect?this.setStatus(`wait`):this.connect().catch(b.noop)}get autoPipelineQueueSize(){let e=0;for(let t of this._autoPipelines.values())e+=t.length;return e}connect(e){let t=(0,h.traceConnect)(()=>this._connect(),()=>{let{address:e,port:t}=this._getServerAddress();return{serverAddress:e,serverPort:t,connectionEpoch:this.connectionEpoch}});return(0,a.default)(t,e)}_connect(){return new Promise((e,t)=>{if(this.status===`connecting`||this.status===`connect`||this.status===`ready`){t(Error(`Redis is already connecting/connected`));return}this.connectionEpoch+=1,this.setStatus(`connecting`);let{options:n}=this;this.condition={select:n.db,auth:n.username?[n.username,n.password]:n.password,subscriber:!1,protocol:n.protocol,replyMapping:n.protocol===3&&n.replyMapping===`resp3`?`resp3`:`legacy`,handshake:!1};let r=this;(0,a.default)(this.connector.connect(function(e,t){r.silentEmit(e,t)}),function(i,a){if(i){r.flushQueue(i),r.silentEmit(`error`,i),t(i),r.setStatus(`end`);return}let o=n.tls?`secureConnect`:`connect`;if(`sentinels`in n&&n.sentinels&&!n.enableTLSForSentinelMode&&(o=`connect`),r.stream=a,n.noDelay&&a.setNoDelay(!0),typeof n.keepAlive==`number`&&(a.connecting?a.once(o,()=>{a.setKeepAlive(!0,n.keepAlive)}):a.setKeepAlive(!0,n.keepAlive)),a.connecting){if(a.once(o,u.connectHandler(r)),n.connectTimeout){let e=!1;a.setTimeout(n.connectTimeout,function(){if(e)return;a.setTimeout(0),a.destroy();let t=Error(`connect ETIMEDOUT`);t.errorno=`ETIMEDOUT`,t.code=`ETIMEDOUT`,t.syscall=`connect`,u.errorHandler(r)(t)}),a.once(o,function(){e=!0,a.setTimeout(0)})}}else if(a.destroyed){let e=r.connector.firstError;e&&process.nextTick(()=>{u.errorHandler(r)(e)}),process.nextTick(u.closeHandler(r))}else process.nextTick(u.connectHandler(r));a.destroyed||(a.once(`error`,u.errorHandler(r)),a.once(`close`,u.closeHandler(r)));let s=function(){r.removeListener(`close`,c),e()};var c=function(){r.removeListener(`ready`,s),t(Error(m.CONNECTION_CLOSED_ERROR_MSG))};r.once(`ready`,s),r.once(`close`,c)})})}disconnect(e=!1){e||(this.manuallyClosing=!0),this.reconnectTimeout&&!e&&(clearTimeout(this.reconnectTimeout),this.reconnectTimeout=null),this.status===`wait`?u.closeHandler(this)():this.connector.disconnect()}end(){this.disconnect()}duplicate(t){return new e({...this.options,...t??{}})}get mode(){return this.options.monitor?`monitor`:(0,m.isResp2SubscriberMode)(this.condition)?`subscriber`:`normal`}monitor(e){let t=this.duplicate({monitor:!0,lazyConnect:!1,himportFieldsets:void 0});return(0,a.default)(new Promise(function(e,n){t.once(`error`,n),t.once(`monitoring`,function(){e(t)})}),e)}sendCommand(e,t){if(e.setReplyContext(this.condition??this.options),this.status===`wait`&&this.connect().catch(b.noop),this.status===`end`)return e.reject(Error(m.CONNECTION_CLOSED_ERROR_MSG)),e.promise;if((0,m.isResp2SubscriberMode)(this.condition)&&!s.default.checkFlag(`VALID_IN_SUBSCRIBER_MODE`,e.name))return e.reject(Error(`Connection in subscriber mode, only subscriber commands may be used`)),e.promise;if(typeof this.options.commandTimeout==`number`&&e.setTimeout(this.options.commandTimeout),!t&&this[x.hasHimportCoordinator]&&(0,x.interceptHimportCommand)(this,e,this.status===`ready`,()=>{this.sendCommand(e)}))return e.promise;let n=this.getBlockingTimeoutInMs(e),i=this.status===`ready`||!t&&this.status===`connect`&&this.condition?.handshake&&(s.default.checkFlag(`HANDSHAKE_COMMANDS`,e.name)||(0,x.isInternalHimportCommand)(e))||!t&&this.status===`connect`&&!this.condition?.handshake&&(0,r.exists)(e.name,{caseInsensitive:!0})&&(0,r.hasFlag)(e.name,`loading`,{nameCaseInsensitive:!0});if(this.stream&&this.stream.writable?this.stream._writableState&&this.stream._writableState.ended&&(i=!1):i=!1,i)C.enabled&&C(`write command[%s]: %d -> %s(%o)`,this._getDescription(),this.condition?.select,e.name,e.args),t?`isPipeline`in t&&t.isPipeline?t.write(e.toWritable(t.destination.redis.stream)):t.write(e.toWritable(t)):this.stream.write(e.toWritable(this.stream)),this.commandQueue.push({command:e,stream:t,select:this.condition.select}),n!==void 0&&e.setBlockingTimeout(n),s.default.checkFlag(`WILL_DISCONNECT`,e.name)&&(this.manuallyClosing=!0),this.options.socketTimeout!==void 0&&this.socketTimeoutTimer===void 0&&this.setSocketTimeout();else{if(!this.options.enableOfflineQueue)return e.reject(Error(`Stream isn't writeable and enableOfflineQueue options is false`)),e.promise;if(e.name===`quit`&&this.offlineQueue.length===0)return this.disconnect(),e.resolve(Buffer.from(`OK`)),e.promise;if(C.enabled&&C(`queue command[%s]: %d -> %s(%o)`,this._getDescription(),this.condition.select,e.name,e.args),this.offlineQueue.push({command:e,stream:t,select:this.condition.select}),s.default.checkFlag(`BLOCKING_COMMANDS`,e.name)){let t=this.getConfiguredBlockingTimeout();t!==void 0&&e.setBlockingTimeout(t)}}if(e.name===`select`&&(0,m.isInt)(e.args[0])){let t=parseInt(e.args[0],10);this.condition.select!==t&&(this.condition.select=t,this.emit(`select`,t),C(`switch to db [%d]`,this.condition.select))}return!i||e.isTraced?e.promise:(e.isTraced=!0,(0,h.traceCommand)(()=>e.promise,()=>this._buildCommandContext(e)))}getBlockingTimeoutInMs(e){if(!s.default.checkFlag(`BLOCKING_COMMANDS`,e.name))return;let t=this.getConfiguredBlockingTimeout();if(t===void 0)return;let n=e.extractBlockingTimeout();if(typeof n==`number`)return n>0?n+(this.options.blockingTimeoutGrace??d.DEFAULT_REDIS_OPTIONS.blockingTimeoutGrace):t;if(n===null)return t}getConfiguredBlockingTimeout(){if(typeof this.options.blockingTimeout==`number`&&this.options.blockingTimeout>0)return this.options.blockingTimeout}setSocketTimeout(){let e=this.stream;this.socketTimeoutTimer=setTimeout(()=>{e.destroy(Error(`Socket timeout. Expecting data, but didn't receive any in ${this.options.socketTimeout}ms.`)),this.socketTimeoutTimer=void 0},this.options.socketTimeout),e.once(`data`,()=>{clearTimeout(this.socketTimeoutTimer),this.socketTimeoutTimer=void 0,this.commandQueue.length!==0&&this.setSocketTimeout()})}scanStream(e){return this.createScanStream(`scan`,{options:e})}scanBufferStream(e){return this.createScanStream(`scanBuffer`,{options:e})}sscanStream(e,t){return this.createScanStream(`sscan`,{key:e,options:t})}sscanBufferStream(e,t){return this.createScanStream(`sscanBuffer`,{key:e,options:t})}hscanStream(e,t){return this.createScanStream(`hscan`,{key:e,options:t})}hscanBufferStream(e,t){return this.createScanStream(`hscanBuffer`,{key:e,options:t})}zscanStream(e,t){return this.createScanStream(`zscan`,{key:e,options:t})}zscanBufferStream(e,t){return this.createScanStream(`zscanBuffer`,{key:e,options:t})}silentEmit(e,t){let n;if(!(e===`error`&&(n=t,this.status===`end`||this.manuallyClosing&&n instanceof Error&&(n.message===m.CONNECTION_CLOSED_ERROR_MSG||n.syscall===`connect`||n.syscall===`read`))))return this.listeners(e).length>0?this.emit.apply(this,arguments):(n&&n instanceof Error&&console.error(`[ioredis] Unhandled error event:`,n.stack),!1)}recoverFromFatalError(e,t,n){this.flushQueue(t,n),this.silentEmit(`error`,t),this.disconnect(!0)}handleReconnection(e,t){let n=!1,r=s.default.checkFlag(`IGNORE_RECONNECT_ON_ERROR`,t.command.name)||this.condition?.handshake&&s.default.checkFlag(`HANDSHAKE_COMMANDS`,t.command.name);switch(this.options.reconnectOnError&&!r&&(n=this.options.reconnectOnError(e)),n){case 1:case!0:this.status!==`reconnecting`&&this.disconnect(!0),t.command.reject(e);break;case 2:this.status!==`reconnecting`&&this.disconnect(!0),this.condition?.select!==t.select&&t.command.name!==`select`&&this.select(t.select),this.sendCommand(t.command);break;default:t.command.reject(e)}}_getServerAddress(){return`path`in this.options&&this.options.path?{address:this.options.path,port:void 0}:{address:`host`in this.options&&this.options.host||`localhost`,port:`port`in this.options&&this.options.port||6379}}_buildCommandContext(e){let{address:t,port:n}=this._getServerAddress();return{command:e.name,args:(0,h.sanitizeArgs)(e.name,e.args),database:this.condition?.select??this.options.db??0,serverAddress:t,serverPort:n}}_buildBatchContext(e){let{address:t,port:n}=this._getServerAddress();return{batchMode:`MULTI`,batchSize:e,database:this.condition?.select??this.options.db??0,serverAddress:t,serverPort:n}}_getDescription(){let e;return e=`path`in this.options&&this.options.path?this.options.path:this.stream&&this.stream.remoteAddress&&this.stream.remotePort?this.stream.remoteAddress+`:`+this.stream.remotePort:`host`in this.options&&this.options.host?this.options.host+`:`+this.options.port:``,this.options.connectionName&&(e+=` (${this.options.connectionName})`),e}resetCommandQueue(){this.commandQueue=new ee}resetOfflineQueue(){this.offlineQueue=new ee}parseOptions(...t){let n={},r=!1;for(let e=0;e<t.length;++e){let i=t[e];if(i!=null){if(typeof i==`object`)(0,b.defaults)(n,i);else if(typeof i==`string`)(0,b.defaults)(n,(0,m.parseURL)(i)),i.startsWith(`rediss://`)&&(r=!0);else if(typeof i==`number`)n.port=i;else throw Error(`Invalid argument `+i)}}if(r&&(0,b.defaults)(n,{tls:!0}),(0,b.defaults)(n,e.defaultOptions),typeof n.port==`string`&&(n.port=parseInt(n.port,10)),typeof n.db==`string`&&(n.db=parseInt(n.db,10)),n.replyMapping===`resp3`&&n.protocol!==3)throw Error(`The "resp3" replyMapping is only supported with protocol 3`);this.options=(0,m.resolveTLSProfile)(n)}setStatus(e,t){C.enabled&&C(`status[%s]: %s -> %s`,this._getDescription(),this.status||`[empty]`,e),this.status=e,process.nextTick(this.emit.bind(this,e,t))}createScanStream(e,{key:t,options:n={}}){return new f.default({objectMode:!0,key:t,redis:this,command:e,...n})}flushQueue(e,t){t=(0,b.defaults)({},t,{offlineQueue:!0,commandQueue:!0});let n;if(t.offlineQueue)for(;n=this.offlineQueue.shift();)n.command.reject(e);if(t.commandQueue&&this.commandQueue.length>0)for(this.stream&&this.stream.removeAllListeners(`data`);n=this.commandQueue.shift();)n.command.reject(e)}_readyCheck(e){let t=this;this.info(function(n,r){if(n)return n.message&&n.message.includes(`NOPERM`)?(console.warn(`Skipping the ready check because INFO command fails: "${n.message}". You can disable ready check with "enableReadyCheck". More: https://github.com/luin/ioredis/wiki/Disable-ready-check.`),e(null,{})):e(n);if(typeof r!=`string`)return e(null,r);let i={},a=r.split(`\r
`);for(let e=0;e<a.length;++e){let[t,...n]=a[e].split(`:`),r=n.join(`:`);r&&(i[t]=r)}if(!i.loading||i.loading===`0`)e(null,i);else{let n=(i.loading_eta_seconds||1)*1e3,r=t.options.maxLoadingRetryTime&&t.options.maxLoadingRetryTime<n?t.options.maxLoadingRetryTime:n;C(`Redis server still loading, trying again in `+r+`ms`),setTimeout(function(){t._readyCheck(e)},r)}}).catch(b.noop)}};t=x.hasHimportCoordinator,T.Cluster=o.default,T.Command=s.default,T.defaultOptions=d.DEFAULT_REDIS_OPTIONS,(0,_.default)(T,i.EventEmitter),(0,p.addTransactionSupport)(T.prototype),e.default=T})),Ue=r(((e,t)=>{Object.defineProperty(e,"__esModule",{value:!0}),e.print=e.ReplyError=e.SentinelIterator=e.SentinelConnector=e.AbstractConnector=e.Pipeline=e.ScanStream=e.Command=e.Cluster=e.Redis=e.default=void 0,e=t.exports=He().default;var n=He();Object.defineProperty(e,"default",{enumerable:!0,get:function(){return n.default}});var r=He();Object.defineProperty(e,"Redis",{enumerable:!0,get:function(){return r.default}});var i=Ee();Object.defineProperty(e,"Cluster",{enumerable:!0,get:function(){return i.default}});var a=se();Object.defineProperty(e,"Command",{enumerable:!0,get:function(){return a.default}});var o=le();Object.defineProperty(e,"ScanStream",{enumerable:!0,get:function(){return o.default}});var s=me();Object.defineProperty(e,"Pipeline",{enumerable:!0,get:function(){return s.default}});var c=De();Object.defineProperty(e,"AbstractConnector",{enumerable:!0,get:function(){return c.default}});var l=je();Object.defineProperty(e,"SentinelConnector",{enumerable:!0,get:function(){return l.default}}),Object.defineProperty(e,"SentinelIterator",{enumerable:!0,get:function(){return l.SentinelIterator}}),e.ReplyError=x().ReplyError,Object.defineProperty(e,"Promise",{get(){return console.warn(`ioredis v5 does not support plugging third-party Promise library anymore. Native Promise will be used.`),Promise},set(e){console.warn(`ioredis v5 does not support plugging third-party Promise library anymore. Native Promise will be used.`)}});function u(e,t){console.log(e?`Error: `+e:`Reply: `+t)}e.print=u})),We=class{constructor(e){this.value=void 0,this.next=null,this.value=e}},Ge=class{constructor(){this.length=0,this.head=null,this.tail=null}push(e){let t=new We(e);return this.length?this.tail.next=t:this.head=t,this.tail=t,this.length+=1,t}shift(){if(this.length){let e=this.head;return this.head=this.head.next,--this.length,e}return null}},M=class{constructor(e=!1){this.ignoreErrors=e,this.queue=new Ge,this.pending=new Set,this.newPromise()}add(e){this.pending.add(e),e.then(t=>{this.pending.delete(e),this.queue.length===0&&this.resolvePromise(t),this.queue.push(t)}).catch(t=>{this.ignoreErrors&&this.queue.push(void 0),this.pending.delete(e),this.rejectPromise(t)})}async waitAll(){await Promise.all(this.pending)}numTotal(){return this.pending.size+this.queue.length}numPending(){return this.pending.size}numQueued(){return this.queue.length}resolvePromise(e){this.resolve(e),this.newPromise()}rejectPromise(e){this.reject(e),this.newPromise()}newPromise(){this.nextPromise=new Promise((e,t)=>{this.resolve=e,this.reject=t})}async wait(){return this.nextPromise}async fetch(){if(this.pending.size!==0||this.queue.length!==0){for(;this.queue.length===0;)try{await this.wait()}catch(e){this.ignoreErrors||console.error(`Unexpected Error in AsyncFifoQueue`,e)}return this.queue.shift()?.value}}},Ke=class{static normalize(e){if(Number.isFinite(e))return{type:`fixed`,delay:e};if(e)return e}static calculate(e,t,n,r,i){if(e)return qe(e,i)(t,e.type,n,r)}};Ke.builtinStrategies={fixed:function(e,t=0){return function(){if(t>0){let n=e*(1-t);return Math.floor(Math.random()*e*t+n)}return e}},exponential:function(e,t=0){return function(n){if(t>0){let r=Math.round(2**(n-1)*e),i=r*(1-t);return Math.floor(Math.random()*r*t+i)}return Math.round(2**(n-1)*e)}}};function qe(e,t){if(e.type in Ke.builtinStrategies)return Ke.builtinStrategies[e.type](e.delay,e.jitter);if(t)return t;throw Error(`Unknown backoff strategy ${e.type}.
      If a custom backoff strategy is used, specify it when the queue is created.`)}var Je;(function(e){e[e.Init=0]=`Init`,e[e.Start=1]=`Start`,e[e.Stop=2]=`Stop`,e[e.GetChildrenValuesResponse=3]=`GetChildrenValuesResponse`,e[e.GetIgnoredChildrenFailuresResponse=4]=`GetIgnoredChildrenFailuresResponse`,e[e.GetDependenciesCountResponse=5]=`GetDependenciesCountResponse`,e[e.MoveToWaitingChildrenResponse=6]=`MoveToWaitingChildrenResponse`,e[e.Cancel=7]=`Cancel`,e[e.GetDependenciesResponse=8]=`GetDependenciesResponse`})(Je||={});var Ye;(function(e){e[e.JobNotExist=-1]=`JobNotExist`,e[e.JobLockNotExist=-2]=`JobLockNotExist`,e[e.JobNotInState=-3]=`JobNotInState`,e[e.JobPendingChildren=-4]=`JobPendingChildren`,e[e.ParentJobNotExist=-5]=`ParentJobNotExist`,e[e.JobLockMismatch=-6]=`JobLockMismatch`,e[e.ParentJobCannotBeReplaced=-7]=`ParentJobCannotBeReplaced`,e[e.JobBelongsToJobScheduler=-8]=`JobBelongsToJobScheduler`,e[e.JobHasFailedChildren=-9]=`JobHasFailedChildren`,e[e.SchedulerJobIdCollision=-10]=`SchedulerJobIdCollision`,e[e.SchedulerJobSlotsBusy=-11]=`SchedulerJobSlotsBusy`})(Ye||={});var Xe;(function(e){e[e.Completed=0]=`Completed`,e[e.Error=1]=`Error`,e[e.Failed=2]=`Failed`,e[e.InitFailed=3]=`InitFailed`,e[e.InitCompleted=4]=`InitCompleted`,e[e.Log=5]=`Log`,e[e.MoveToDelayed=6]=`MoveToDelayed`,e[e.MoveToWait=7]=`MoveToWait`,e[e.Progress=8]=`Progress`,e[e.Update=9]=`Update`,e[e.GetChildrenValues=10]=`GetChildrenValues`,e[e.GetIgnoredChildrenFailures=11]=`GetIgnoredChildrenFailures`,e[e.GetDependenciesCount=12]=`GetDependenciesCount`,e[e.MoveToWaitingChildren=13]=`MoveToWaitingChildren`,e[e.GetDependencies=14]=`GetDependencies`})(Xe||={});var N;(function(e){e.QueueName=`bullmq.queue.name`,e.QueueOperation=`bullmq.queue.operation`,e.BulkCount=`bullmq.job.bulk.count`,e.BulkNames=`bullmq.job.bulk.names`,e.JobName=`bullmq.job.name`,e.JobId=`bullmq.job.id`,e.JobKey=`bullmq.job.key`,e.JobIds=`bullmq.job.ids`,e.JobAttemptsMade=`bullmq.job.attempts.made`,e.DeduplicationKey=`bullmq.job.deduplication.key`,e.JobOptions=`bullmq.job.options`,e.JobProgress=`bullmq.job.progress`,e.QueueDrainDelay=`bullmq.queue.drain.delay`,e.QueueGrace=`bullmq.queue.grace`,e.QueueCleanLimit=`bullmq.queue.clean.limit`,e.QueueCleanCount=`bullmq.queue.clean.count`,e.QueueRateLimit=`bullmq.queue.rate.limit`,e.JobType=`bullmq.job.type`,e.QueueOptions=`bullmq.queue.options`,e.QueueEventMaxLength=`bullmq.queue.event.max.length`,e.QueueJobsState=`bullmq.queue.jobs.state`,e.WorkerOptions=`bullmq.worker.options`,e.WorkerName=`bullmq.worker.name`,e.WorkerId=`bullmq.worker.id`,e.WorkerRateLimit=`bullmq.worker.rate.limit`,e.WorkerDoNotWaitActive=`bullmq.worker.do.not.wait.active`,e.WorkerForceClose=`bullmq.worker.force.close`,e.WorkerStalledJobs=`bullmq.worker.stalled.jobs`,e.WorkerFailedJobs=`bullmq.worker.failed.jobs`,e.WorkerJobsToExtendLocks=`bullmq.worker.jobs.to.extend.locks`,e.JobAttemptFinishedTimestamp=`bullmq.job.attempt_finished_timestamp`,e.JobProcessedTimestamp=`bullmq.job.processed.timestamp`,e.JobResult=`bullmq.job.result`,e.JobFailedReason=`bullmq.job.failed.reason`,e.FlowName=`bullmq.flow.name`,e.JobSchedulerId=`bullmq.job.scheduler.id`,e.JobState=`bullmq.job.state`})(N||={});var Ze;(function(e){e.QueueJobsCount=`bullmq.queue.jobs`,e.JobsCompleted=`bullmq.jobs.completed`,e.JobsFailed=`bullmq.jobs.failed`,e.JobsDelayed=`bullmq.jobs.delayed`,e.JobsRetried=`bullmq.jobs.retried`,e.JobsWaiting=`bullmq.jobs.waiting`,e.JobsWaitingChildren=`bullmq.jobs.waiting_children`,e.JobDuration=`bullmq.job.duration`})(Ze||={});var P;(function(e){e[e.INTERNAL=0]=`INTERNAL`,e[e.SERVER=1]=`SERVER`,e[e.CLIENT=2]=`CLIENT`,e[e.PRODUCER=3]=`PRODUCER`,e[e.CONSUMER=4]=`CONSUMER`})(P||={});const Qe={1:`Uncaught Fatal Exception`,2:`Unused`,3:`Internal JavaScript Parse Error`,4:`Internal JavaScript Evaluation Failure`,5:`Fatal Error`,6:`Non-function Internal Exception Handler`,7:`Internal Exception Handler Run-Time Failure`,8:`Unused`,9:`Invalid Argument`,10:`Internal JavaScript Run-Time Failure`,12:`Invalid Debug Argument`,13:`Unfinished Top-Level Await`};var F=class extends s{constructor(e,t,n={useWorkerThreads:!1}){super(),this.mainFile=e,this.processFile=t,this.opts=n,this._exitCode=null,this._signalCode=null,this._killed=!1}get pid(){if(this.childProcess)return this.childProcess.pid;if(this.worker)return Math.abs(this.worker.threadId);throw Error(`No child process or worker thread`)}get exitCode(){return this._exitCode}get signalCode(){return this._signalCode}get killed(){return this.childProcess?this.childProcess.killed:this._killed}async init(){var e,t;let n=await tt(process.execArgv),r;this.opts.useWorkerThreads?this.worker=r=new c(this.mainFile,Object.assign({execArgv:n,stdin:!0,stdout:!0,stderr:!0},this.opts.workerThreadsOptions?this.opts.workerThreadsOptions:{})):this.childProcess=r=m(this.mainFile,[],Object.assign({execArgv:n,stdio:`pipe`},this.opts.workerForkOptions?this.opts.workerForkOptions:{})),r.on(`exit`,(e,t)=>{this._exitCode=e,t=t===void 0?null:t,this._signalCode=t,this._killed=!0,this.emit(`exit`,e,t),r.removeAllListeners(),this.removeAllListeners()}),r.on(`error`,(...e)=>this.emit(`error`,...e)),r.on(`message`,(...e)=>this.emit(`message`,...e)),r.on(`close`,(...e)=>this.emit(`close`,...e)),(e=r.stdout)==null||e.pipe(process.stdout),(t=r.stderr)==null||t.pipe(process.stderr),await this.initChild()}async send(e){return new Promise((t,n)=>{this.childProcess?this.childProcess.send(e,e=>{e?n(e):t()}):this.worker?t(this.worker.postMessage(e)):t()})}killProcess(e=`SIGKILL`){this.childProcess?this.childProcess.kill(e):this.worker&&(e===`SIGTERM`?this.worker.postMessage({cmd:Je.Stop}):this.worker.terminate())}async kill(e=`SIGKILL`,t){if(this.hasProcessExited())return;let n=$e(this.childProcess||this.worker);if(this.killProcess(e),t!==void 0&&(t===0||isFinite(t))){let e=setTimeout(()=>{this.hasProcessExited()||this.killProcess(`SIGKILL`)},t);await n,clearTimeout(e)}await n}async initChild(){let e=new Promise((e,t)=>{let n=i=>{if(Object.values(Xe).includes(i.cmd)){if(i.cmd===Xe.InitCompleted)e();else if(i.cmd===Xe.InitFailed){let e=Error();e.stack=i.err.stack,e.message=i.err.message,t(e)}this.off(`message`,n),this.off(`close`,r)}},r=(e,i)=>{e>128&&(e-=128);let a=Qe[e]||`Unknown exit code ${e}`;t(Error(`Error initializing child: ${a} and signal ${i}`)),this.off(`message`,n),this.off(`close`,r)};this.on(`message`,n),this.on(`close`,r)});await this.send({cmd:Je.Init,value:this.processFile}),await e}hasProcessExited(){return!!(this.exitCode!==null||this.signalCode)}};function $e(e){return new Promise(t=>{e.once(`exit`,()=>t())})}const et=async()=>new Promise(e=>{let t=i();t.listen(0,()=>{let{port:n}=t.address();t.close(()=>e(n))})}),tt=async e=>{let t=[],n=[];for(let r=0;r<e.length;r++){let i=e[r];if(i.indexOf(`--inspect`)===-1)t.push(i);else{let e=i.split(`=`)[0],t=await et();n.push(`${e}=${t}`)}}return t.concat(n)},nt=()=>typeof n==`function`&&typeof module==`object`&&typeof module.exports==`object`;var rt=class{constructor({mainFile:e=nt()?p.join(process.cwd(),`dist/cjs/classes/main.js`):p.join(process.cwd(),`dist/esm/classes/main.js`),useWorkerThreads:t,workerForkOptions:n,workerThreadsOptions:r}){this.retained={},this.free={},this.opts={mainFile:e,useWorkerThreads:t,workerForkOptions:n,workerThreadsOptions:r}}async retain(e){let t=this.getFree(e).pop();if(t)return this.retained[t.pid]=t,t;t=new F(this.opts.mainFile,e,{useWorkerThreads:this.opts.useWorkerThreads,workerForkOptions:this.opts.workerForkOptions,workerThreadsOptions:this.opts.workerThreadsOptions}),t.on(`exit`,this.remove.bind(this,t));try{if(await t.init(),t.exitCode!==null||t.signalCode!==null)throw Error(`Child exited before it could be retained`);return this.retained[t.pid]=t,t}catch(e){if(console.error(e),t.childProcess||t.worker)try{this.kill(t,`SIGKILL`).catch(e=>{console.error(`Failed to kill child after init error:`,e)})}catch(e){console.error(`Failed to kill child after init error:`,e)}throw e}}release(e){delete this.retained[e.pid],this.getFree(e.processFile).push(e)}remove(e){delete this.retained[e.pid];let t=this.getFree(e.processFile),n=t.indexOf(e);n>-1&&t.splice(n,1)}async kill(e,t=`SIGKILL`){return this.remove(e),e.kill(t,3e4)}async clean(){let e=Object.values(this.retained).concat(this.getAllFree());this.retained={},this.free={},await Promise.all(e.map(e=>this.kill(e,`SIGTERM`)))}getFree(e){return this.free[e]=this.free[e]||[]}getAllFree(){return Object.values(this.free).reduce((e,t)=>e.concat(t),[])}},it=r(((e,t)=>{let{EventEmitter:r}=n(`events`);var i=class{constructor(){this.eventEmitter=new r,this.onabort=null,this.aborted=!1,this.reason=void 0}toString(){return`[object AbortSignal]`}get[Symbol.toStringTag](){return`AbortSignal`}removeEventListener(e,t){this.eventEmitter.removeListener(e,t)}addEventListener(e,t){this.eventEmitter.on(e,t)}dispatchEvent(e){let t={type:e,target:this},n=`on${e}`;typeof this[n]==`function`&&this[n](t),this.eventEmitter.emit(e,t)}throwIfAborted(){if(this.aborted)throw this.reason}static abort(e){let t=new a;return t.abort(),t.signal}static timeout(e){let t=new a;return setTimeout(()=>t.abort(Error(`TimeoutError`)),e),t.signal}},a=class{constructor(){this.signal=new i}abort(e){this.signal.aborted||(this.signal.aborted=!0,e?this.signal.reason=e:this.signal.reason=Error(`AbortError`),this.signal.dispatchEvent(`abort`))}toString(){return`[object AbortController]`}get[Symbol.toStringTag](){return`AbortController`}};t.exports={AbortController:a,AbortSignal:i}}))();let at;at=globalThis.AbortController?globalThis.AbortController:it.AbortController;var ot=class extends at{};const st=`Connection is closed.`;var ct=class extends Error{constructor(e,t){super(e??st),this.cause=t,this.name=`ConnectionClosedError`,Object.setPrototypeOf(this,new.target.prototype)}},lt=r(((e,t)=>{t.exports={MAX_LENGTH:256,MAX_SAFE_COMPONENT_LENGTH:16,MAX_SAFE_BUILD_LENGTH:250,MAX_SAFE_INTEGER:2**53-1||9007199254740991,RELEASE_TYPES:[`major`,`premajor`,`minor`,`preminor`,`patch`,`prepatch`,`prerelease`],SEMVER_SPEC_VERSION:`2.0.0`,FLAG_INCLUDE_PRERELEASE:1,FLAG_LOOSE:2}})),ut=r(((e,t)=>{t.exports=typeof process==`object`&&process.env&&process.env.NODE_DEBUG&&/\bsemver\b/i.test(process.env.NODE_DEBUG)?(...e)=>console.error(`SEMVER`,...e):()=>{}})),dt=r(((e,t)=>{let{MAX_SAFE_COMPONENT_LENGTH:n,MAX_SAFE_BUILD_LENGTH:r,MAX_LENGTH:i}=lt(),a=ut();e=t.exports={};let o=e.re=[],s=e.safeRe=[],c=e.src=[],l=e.safeSrc=[],u=e.t={},d=0,f=`[a-zA-Z0-9-]`,p=[[`\\s`,1],[`\\d`,i],[f,r]],m=e=>{for(let[t,n]of p)e=e.split(`${t}*`).join(`${t}{0,${n}}`).split(`${t}+`).join(`${t}{1,${n}}`);return e},h=(e,t,n)=>{let r=m(t),i=d++;a(e,i,t),u[e]=i,c[i]=t,l[i]=r,o[i]=new RegExp(t,n?`g`:void 0),s[i]=new RegExp(r,n?`g`:void 0)};h(`NUMERICIDENTIFIER`,`0|[1-9]\\d*`),h(`NUMERICIDENTIFIERLOOSE`,`\\d+`),h(`NONNUMERICIDENTIFIER`,`\\d*[a-zA-Z-]${f}*`),h(`MAINVERSION`,`(${c[u.NUMERICIDENTIFIER]})\\.(${c[u.NUMERICIDENTIFIER]})\\.(${c[u.NUMERICIDENTIFIER]})`),h(`MAINVERSIONLOOSE`,`(${c[u.NUMERICIDENTIFIERLOOSE]})\\.(${c[u.NUMERICIDENTIFIERLOOSE]})\\.(${c[u.NUMERICIDENTIFIERLOOSE]})`),h(`PRERELEASEIDENTIFIER`,`(?:${c[u.NONNUMERICIDENTIFIER]}|${c[u.NUMERICIDENTIFIER]})`),h(`PRERELEASEIDENTIFIERLOOSE`,`(?:${c[u.NONNUMERICIDENTIFIER]}|${c[u.NUMERICIDENTIFIERLOOSE]})`),h(`PRERELEASE`,`(?:-(${c[u.PRERELEASEIDENTIFIER]}(?:\\.${c[u.PRERELEASEIDENTIFIER]})*))`),h(`PRERELEASELOOSE`,`(?:-?(${c[u.PRERELEASEIDENTIFIERLOOSE]}(?:\\.${c[u.PRERELEASEIDENTIFIERLOOSE]})*))`),h(`BUILDIDENTIFIER`,`${f}+`),h(`BUILD`,`(?:\\+(${c[u.BUILDIDENTIFIER]}(?:\\.${c[u.BUILDIDENTIFIER]})*))`),h(`FULLPLAIN`,`v?${c[u.MAINVERSION]}${c[u.PRERELEASE]}?${c[u.BUILD]}?`),h(`FULL`,`^${c[u.FULLPLAIN]}$`),h(`LOOSEPLAIN`,`[v=\\s]*${c[u.MAINVERSIONLOOSE]}${c[u.PRERELEASELOOSE]}?${c[u.BUILD]}?`),h(`LOOSE`,`^${c[u.LOOSEPLAIN]}$`),h(`GTLT`,`((?:<|>)?=?)`),h(`XRANGEIDENTIFIERLOOSE`,`${c[u.NUMERICIDENTIFIERLOOSE]}|x|X|\\*`),h(`XRANGEIDENTIFIER`,`${c[u.NUMERICIDENTIFIER]}|x|X|\\*`),h(`XRANGEPLAIN`,`[v=\\s]*(${c[u.XRANGEIDENTIFIER]})(?:\\.(${c[u.XRANGEIDENTIFIER]})(?:\\.(${c[u.XRANGEIDENTIFIER]})(?:${c[u.PRERELEASE]})?${c[u.BUILD]}?)?)?`),h(`XRANGEPLAINLOOSE`,`[v=\\s]*(${c[u.XRANGEIDENTIFIERLOOSE]})(?:\\.(${c[u.XRANGEIDENTIFIERLOOSE]})(?:\\.(${c[u.XRANGEIDENTIFIERLOOSE]})(?:${c[u.PRERELEASELOOSE]})?${c[u.BUILD]}?)?)?`),h(`XRANGE`,`^${c[u.GTLT]}\\s*${c[u.XRANGEPLAIN]}$`),h(`XRANGELOOSE`,`^${c[u.GTLT]}\\s*${c[u.XRANGEPLAINLOOSE]}$`),h(`COERCEPLAIN`,`(^|[^\\d])(\\d{1,${n}})(?:\\.(\\d{1,${n}}))?(?:\\.(\\d{1,${n}}))?`),h(`COERCE`,`${c[u.COERCEPLAIN]}(?:$|[^\\d])`),h(`COERCEFULL`,c[u.COERCEPLAIN]+`(?:${c[u.PRERELEASE]})?(?:${c[u.BUILD]})?(?:$|[^\\d])`),h(`COERCERTL`,c[u.COERCE],!0),h(`COERCERTLFULL`,c[u.COERCEFULL],!0),h(`LONETILDE`,`(?:~>?)`),h(`TILDETRIM`,`(\\s*)${c[u.LONETILDE]}\\s+`,!0),e.tildeTrimReplace=`$1~`,h(`TILDE`,`^${c[u.LONETILDE]}${c[u.XRANGEPLAIN]}$`),h(`TILDELOOSE`,`^${c[u.LONETILDE]}${c[u.XRANGEPLAINLOOSE]}$`),h(`LONECARET`,`(?:\\^)`),h(`CARETTRIM`,`(\\s*)${c[u.LONECARET]}\\s+`,!0),e.caretTrimReplace=`$1^`,h(`CARET`,`^${c[u.LONECARET]}${c[u.XRANGEPLAIN]}$`),h(`CARETLOOSE`,`^${c[u.LONECARET]}${c[u.XRANGEPLAINLOOSE]}$`),h(`COMPARATORLOOSE`,`^${c[u.GTLT]}\\s*(${c[u.LOOSEPLAIN]})$|^$`),h(`COMPARATOR`,`^${c[u.GTLT]}\\s*(${c[u.FULLPLAIN]})$|^$`),h(`COMPARATORTRIM`,`(\\s*)${c[u.GTLT]}\\s*(${c[u.LOOSEPLAIN]}|${c[u.XRANGEPLAIN]})`,!0),e.comparatorTrimReplace=`$1$2$3`,h(`HYPHENRANGE`,`^\\s*(${c[u.XRANGEPLAIN]})\\s+-\\s+(${c[u.XRANGEPLAIN]})\\s*$`),h(`HYPHENRANGELOOSE`,`^\\s*(${c[u.XRANGEPLAINLOOSE]})\\s+-\\s+(${c[u.XRANGEPLAINLOOSE]})\\s*$`),h(`STAR`,`(<|>)?=?\\s*\\*`),h(`GTE0`,`^\\s*>=\\s*0\\.0\\.0\\s*$`),h(`GTE0PRE`,`^\\s*>=\\s*0\\.0\\.0-0\\s*$`)})),ft=r(((e,t)=>{let n=Object.freeze({loose:!0}),r=Object.freeze({});t.exports=e=>e?typeof e==`object`?e:n:r})),pt=r(((e,t)=>{let n=/^[0-9]+$/,r=(e,t)=>{if(typeof e==`number`&&typeof t==`number`)return e===t?0:e<t?-1:1;let r=n.test(e),i=n.test(t);return r&&i&&(e=+e,t=+t),e===t?0:r&&!i?-1:i&&!r?1:e<t?-1:1};t.exports={compareIdentifiers:r,rcompareIdentifiers:(e,t)=>r(t,e)}})),mt=r(((e,t)=>{let n=ut(),{MAX_LENGTH:r,MAX_SAFE_INTEGER:i}=lt(),{safeRe:a,t:o}=dt(),s=ft(),{compareIdentifiers:c}=pt(),l=(e,t)=>{let n=t.split(`.`);if(n.length>e.length)return!1;for(let t=0;t<n.length;t++)if(c(e[t],n[t])!==0)return!1;return!0};t.exports=class e{constructor(t,c){if(c=s(c),t instanceof e){if(t.loose===!!c.loose&&t.includePrerelease===!!c.includePrerelease)return t;t=t.version}else if(typeof t!=`string`)throw TypeError(`Invalid version. Must be a string. Got type "${typeof t}".`);if(t.length>r)throw TypeError(`version is longer than ${r} characters`);n(`SemVer`,t,c),this.options=c,this.loose=!!c.loose,this.includePrerelease=!!c.includePrerelease;let l=t.trim().match(c.loose?a[o.LOOSE]:a[o.FULL]);if(!l)throw TypeError(`Invalid Version: ${t}`);if(this.raw=t,this.major=+l[1],this.minor=+l[2],this.patch=+l[3],this.major>i||this.major<0)throw TypeError(`Invalid major version`);if(this.minor>i||this.minor<0)throw TypeError(`Invalid minor version`);if(this.patch>i||this.patch<0)throw TypeError(`Invalid patch version`);this.prerelease=l[4]?l[4].split(`.`).map(e=>{if(/^[0-9]+$/.test(e)){let t=+e;if(t>=0&&t<i)return t}return e}):[],this.build=l[5]?l[5].split(`.`):[],this.format()}format(){return this.version=`${this.major}.${this.minor}.${this.patch}`,this.prerelease.length&&(this.version+=`-${this.prerelease.join(`.`)}`),this.version}toString(){return this.version}compare(t){if(n(`SemVer.compare`,this.version,this.options,t),!(t instanceof e)){if(typeof t==`string`&&t===this.version)return 0;t=new e(t,this.options)}return t.version===this.version?0:this.compareMain(t)||this.comparePre(t)}compareMain(t){return t instanceof e||(t=new e(t,this.options)),this.major<t.major?-1:this.major>t.major?1:this.minor<t.minor?-1:this.minor>t.minor?1:this.patch<t.patch?-1:+(this.patch>t.patch)}comparePre(t){if(t instanceof e||(t=new e(t,this.options)),this.prerelease.length&&!t.prerelease.length)return-1;if(!this.prerelease.length&&t.prerelease.length)return 1;if(!this.prerelease.length&&!t.prerelease.length)return 0;let r=0;do{let e=this.prerelease[r],i=t.prerelease[r];if(n(`prerelease compare`,r,e,i),e===void 0&&i===void 0)return 0;if(i===void 0)return 1;if(e===void 0)return-1;if(e!==i)return c(e,i)}while(++r)}compareBuild(t){t instanceof e||(t=new e(t,this.options));let r=0;do{let e=this.build[r],i=t.build[r];if(n(`build compare`,r,e,i),e===void 0&&i===void 0)return 0;if(i===void 0)return 1;if(e===void 0)return-1;if(e!==i)return c(e,i)}while(++r)}inc(e,t,n){if(e.startsWith(`pre`)){if(!t&&n===!1)throw Error(`invalid increment argument: identifier is empty`);if(t){let e=`-${t}`.match(this.options.loose?a[o.PRERELEASELOOSE]:a[o.PRERELEASE]);if(!e||e[1]!==t)throw Error(`invalid identifier: ${t}`)}}switch(e){case`premajor`:this.prerelease.length=0,this.patch=0,this.minor=0,this.major++,this.inc(`pre`,t,n);break;case`preminor`:this.prerelease.length=0,this.patch=0,this.minor++,this.inc(`pre`,t,n);break;case`prepatch`:this.prerelease.length=0,this.inc(`patch`,t,n),this.inc(`pre`,t,n);break;case`prerelease`:this.prerelease.length===0&&this.inc(`patch`,t,n),this.inc(`pre`,t,n);break;case`release`:if(this.prerelease.length===0)throw Error(`version ${this.raw} is not a prerelease`);this.prerelease.length=0;break;case`major`:(this.minor!==0||this.patch!==0||this.prerelease.length===0)&&this.major++,this.minor=0,this.patch=0,this.prerelease=[];break;case`minor`:(this.patch!==0||this.prerelease.length===0)&&this.minor++,this.patch=0,this.prerelease=[];break;case`patch`:this.prerelease.length===0&&this.patch++,this.prerelease=[];break;case`pre`:{let e=+!!Number(n);if(this.prerelease.length===0)this.prerelease=[e];else{let r=this.prerelease.length;for(;--r>=0;)typeof this.prerelease[r]==`number`&&(this.prerelease[r]++,r=-2);if(r===-1){if(t===this.prerelease.join(`.`)&&n===!1)throw Error(`invalid increment argument: identifier already exists`);this.prerelease.push(e)}}if(t){let r=[t,e];if(n===!1&&(r=[t]),l(this.prerelease,t)){let e=this.prerelease[t.split(`.`).length];isNaN(e)&&(this.prerelease=r)}else this.prerelease=r}break}default:throw Error(`invalid increment argument: ${e}`)}return this.raw=this.format(),this.build.length&&(this.raw+=`+${this.build.join(`.`)}`),this}}})),ht=r(((e,t)=>{let n=mt();t.exports=(e,t,r=!1)=>{if(e instanceof n)return e;try{return new n(e,t)}catch(e){if(!r)return null;throw e}}})),I=r(((e,t)=>{let n=ht();t.exports=(e,t)=>{let r=n(e,t);return r?r.version:null}})),gt=r(((e,t)=>{let n=ht();t.exports=(e,t)=>{let r=n(e.trim().replace(/^[=v]+/,``),t);return r?r.version:null}})),_t=r(((e,t)=>{let n=mt();t.exports=(e,t,r,i,a)=>{typeof r==`string`&&(a=i,i=r,r=void 0);try{return new n(e instanceof n?e.version:e,r).inc(t,i,a).version}catch{return null}}})),vt=r(((e,t)=>{let n=ht();t.exports=(e,t)=>{let r=n(e,null,!0),i=n(t,null,!0),a=r.compare(i);if(a===0)return null;let o=a>0,s=o?r:i,c=o?i:r,l=!!s.prerelease.length;if(c.prerelease.length&&!l){if(!c.patch&&!c.minor)return`major`;if(c.compareMain(s)===0)return c.minor&&!c.patch?`minor`:`patch`}let u=l?`pre`:``;return r.major===i.major?r.minor===i.minor?r.patch===i.patch?`prerelease`:u+`patch`:u+`minor`:u+`major`}})),yt=r(((e,t)=>{let n=mt();t.exports=(e,t)=>new n(e,t).major})),bt=r(((e,t)=>{let n=mt();t.exports=(e,t)=>new n(e,t).minor})),xt=r(((e,t)=>{let n=mt();t.exports=(e,t)=>new n(e,t).patch})),St=r(((e,t)=>{let n=ht();t.exports=(e,t)=>{let r=n(e,t);return r&&r.prerelease.length?r.prerelease:null}})),Ct=r(((e,t)=>{let n=mt();t.exports=(e,t,r)=>new n(e,r).compare(new n(t,r))})),wt=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(t,e,r)})),Tt=r(((e,t)=>{let n=Ct();t.exports=(e,t)=>n(e,t,!0)})),Et=r(((e,t)=>{let n=mt();t.exports=(e,t,r)=>{let i=new n(e,r),a=new n(t,r);return i.compare(a)||i.compareBuild(a)}})),Dt=r(((e,t)=>{let n=Et();t.exports=(e,t)=>e.sort((e,r)=>n(e,r,t))})),Ot=r(((e,t)=>{let n=Et();t.exports=(e,t)=>e.sort((e,r)=>n(r,e,t))})),L=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(e,t,r)>0})),kt=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(e,t,r)<0})),At=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(e,t,r)===0})),jt=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(e,t,r)!==0})),Mt=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(e,t,r)>=0})),Nt=r(((e,t)=>{let n=Ct();t.exports=(e,t,r)=>n(e,t,r)<=0})),Pt=r(((e,t)=>{let n=At(),r=jt(),i=L(),a=Mt(),o=kt(),s=Nt();t.exports=(e,t,c,l)=>{switch(t){case`===`:return typeof e==`object`&&(e=e.version),typeof c==`object`&&(c=c.version),e===c;case`!==`:return typeof e==`object`&&(e=e.version),typeof c==`object`&&(c=c.version),e!==c;case``:case`=`:case`==`:return n(e,c,l);case`!=`:return r(e,c,l);case`>`:return i(e,c,l);case`>=`:return a(e,c,l);case`<`:return o(e,c,l);case`<=`:return s(e,c,l);default:throw TypeError(`Invalid operator: ${t}`)}}})),Ft=r(((e,t)=>{let n=mt(),r=ht(),{safeRe:i,t:a}=dt();t.exports=(e,t)=>{if(e instanceof n)return e;if(typeof e==`number`&&(e=String(e)),typeof e!=`string`)return null;t||={};let o=null;if(!t.rtl)o=e.match(t.includePrerelease?i[a.COERCEFULL]:i[a.COERCE]);else{let n=t.includePrerelease?i[a.COERCERTLFULL]:i[a.COERCERTL],r;for(;(r=n.exec(e))&&(!o||o.index+o[0].length!==e.length);)o&&r.index+r[0].length===o.index+o[0].length||(o=r),n.lastIndex=r.index+r[1].length+r[2].length;n.lastIndex=-1}if(o===null)return null;let s=o[2],c=o[3]||`0`,l=o[4]||`0`,u=t.includePrerelease&&o[5]?`-${o[5]}`:``,d=t.includePrerelease&&o[6]?`+${o[6]}`:``;return r(`${s}.${c}.${l}${u}${d}`,t)}})),It=r(((e,t)=>{let n=ht(),r=lt(),i=mt(),a=(e,t,n)=>{if(!r.RELEASE_TYPES.includes(t))return null;let i=o(e,n);return i&&s(i,t)},o=(e,t)=>{let r=e instanceof i?e.version:e;return n(r,t)},s=(e,t)=>{if(c(t))return e.version;switch(e.prerelease=[],t){case`major`:e.minor=0,e.patch=0;break;case`minor`:e.patch=0}return e.format()},c=e=>e.startsWith(`pre`);t.exports=a})),Lt=r(((e,t)=>{t.exports=class{constructor(){this.max=1e3,this.map=new Map}get(e){let t=this.map.get(e);if(t!==void 0)return this.map.delete(e),this.map.set(e,t),t}delete(e){return this.map.delete(e)}set(e,t){if(!this.delete(e)&&t!==void 0){if(this.map.size>=this.max){let e=this.map.keys().next().value;this.delete(e)}this.map.set(e,t)}return this}}})),Rt=r(((e,t)=>{let n=/\s+/g;t.exports=class e{constructor(t,r){if(r=i(r),t instanceof e)return t.loose===!!r.loose&&t.includePrerelease===!!r.includePrerelease?t:new e(t.raw,r);if(t instanceof a)return this.raw=t.value,this.set=[[t]],this.formatted=void 0,this;if(this.options=r,this.loose=!!r.loose,this.includePrerelease=!!r.includePrerelease,this.raw=t.trim().replace(n,` `),this.set=this.raw.split(`||`).map(e=>this.parseRange(e.trim())).filter(e=>e.length),!this.set.length)throw TypeError(`Invalid SemVer Range: ${this.raw}`);if(this.set.length>1){let e=this.set[0];if(this.set=this.set.filter(e=>!_(e[0])),this.set.length===0)this.set=[e];else if(this.set.length>1){for(let e of this.set)if(e.length===1&&v(e[0])){this.set=[e];break}}}this.formatted=void 0}get range(){if(this.formatted===void 0){this.formatted=``;for(let e=0;e<this.set.length;e++){e>0&&(this.formatted+=`||`);let t=this.set[e];for(let e=0;e<t.length;e++)e>0&&(this.formatted+=` `),this.formatted+=t[e].toString().trim()}}return this.formatted}format(){return this.range}toString(){return this.range}parseRange(e){e=e.replace(g,``);let t=((this.options.includePrerelease&&m)|(this.options.loose&&h))+`:`+e,n=r.get(t);if(n)return n;let i=this.options.loose,s=i?c[u.HYPHENRANGELOOSE]:c[u.HYPHENRANGE];e=e.replace(s,k(this.options.includePrerelease)),o(`hyphen replace`,e),e=e.replace(c[u.COMPARATORTRIM],d),o(`comparator trim`,e),e=e.replace(c[u.TILDETRIM],f),o(`tilde trim`,e),e=e.replace(c[u.CARETTRIM],p),o(`caret trim`,e);let l=e.split(` `).map(e=>b(e,this.options)).join(` `).split(/\s+/).map(e=>O(e,this.options));i&&(l=l.filter(e=>(o(`loose invalid filter`,e,this.options),!!e.match(c[u.COMPARATORLOOSE])))),o(`range list`,l);let v=new Map,y=l.map(e=>new a(e,this.options));for(let e of y){if(_(e))return[e];v.set(e.value,e)}v.size>1&&v.has(``)&&v.delete(``);let x=[...v.values()];return r.set(t,x),x}intersects(t,n){if(!(t instanceof e))throw TypeError(`a Range is required`);return this.set.some(e=>y(e,n)&&t.set.some(t=>y(t,n)&&e.every(e=>t.every(t=>e.intersects(t,n)))))}test(e){if(!e)return!1;if(typeof e==`string`)try{e=new s(e,this.options)}catch{return!1}for(let t=0;t<this.set.length;t++)if(ne(this.set[t],e,this.options))return!0;return!1}};let r=new(Lt()),i=ft(),a=zt(),o=ut(),s=mt(),{safeRe:c,src:l,t:u,comparatorTrimReplace:d,tildeTrimReplace:f,caretTrimReplace:p}=dt(),{FLAG_INCLUDE_PRERELEASE:m,FLAG_LOOSE:h}=lt(),g=new RegExp(l[u.BUILD],`g`),_=e=>e.value===`<0.0.0-0`,v=e=>e.value===``,y=(e,t)=>{let n=!0,r=e.slice(),i=r.pop();for(;n&&r.length;)n=r.every(e=>i.intersects(e,t)),i=r.pop();return n},b=(e,t)=>(e=e.replace(c[u.BUILD],``),o(`comp`,e,t),e=w(e,t),o(`caret`,e),e=ee(e,t),o(`tildes`,e),e=te(e,t),o(`xrange`,e),e=D(e,t),o(`stars`,e),e),x=e=>!e||e.toLowerCase()===`x`||e===`*`,S=(e,t,n)=>x(e)&&!x(t)||x(t)&&n&&!x(n),ee=(e,t)=>e.trim().split(/\s+/).map(e=>C(e,t)).join(` `),C=(e,t)=>{let n=t.loose?c[u.TILDELOOSE]:c[u.TILDE],r=t.includePrerelease?`-0`:``;return e.replace(n,(t,n,i,a,s)=>{o(`tilde`,e,t,n,i,a,s);let c;return x(n)?c=``:x(i)?c=`>=${n}.0.0${r} <${+n+1}.0.0-0`:x(a)?c=`>=${n}.${i}.0${r} <${n}.${+i+1}.0-0`:s?(o(`replaceTilde pr`,s),c=`>=${n}.${i}.${a}-${s} <${n}.${+i+1}.0-0`):c=`>=${n}.${i}.${a} <${n}.${+i+1}.0-0`,o(`tilde return`,c),c})},w=(e,t)=>e.trim().split(/\s+/).map(e=>T(e,t)).join(` `),T=(e,t)=>{o(`caret`,e,t);let n=t.loose?c[u.CARETLOOSE]:c[u.CARET],r=t.includePrerelease?`-0`:``;return e.replace(n,(t,n,i,a,s)=>{o(`caret`,e,t,n,i,a,s);let c;return x(n)?c=``:x(i)?c=`>=${n}.0.0${r} <${+n+1}.0.0-0`:x(a)?c=n===`0`?`>=${n}.${i}.0${r} <${n}.${+i+1}.0-0`:`>=${n}.${i}.0${r} <${+n+1}.0.0-0`:s?(o(`replaceCaret pr`,s),c=n===`0`?i===`0`?`>=${n}.${i}.${a}-${s} <${n}.${i}.${+a+1}-0`:`>=${n}.${i}.${a}-${s} <${n}.${+i+1}.0-0`:`>=${n}.${i}.${a}-${s} <${+n+1}.0.0-0`):(o(`no pr`),c=n===`0`?i===`0`?`>=${n}.${i}.${a} <${n}.${i}.${+a+1}-0`:`>=${n}.${i}.${a} <${n}.${+i+1}.0-0`:`>=${n}.${i}.${a} <${+n+1}.0.0-0`),o(`caret return`,c),c})},te=(e,t)=>(o(`replaceXRanges`,e,t),e.split(/\s+/).map(e=>E(e,t)).join(` `)),E=(e,t)=>{e=e.trim();let n=t.loose?c[u.XRANGELOOSE]:c[u.XRANGE];return e.replace(n,(n,r,i,a,s,c)=>{if(o(`xRange`,e,n,r,i,a,s,c),S(i,a,s))return e;let l=x(i),u=l||x(a),d=u||x(s),f=d;return r===`=`&&f&&(r=``),c=t.includePrerelease?`-0`:``,l?n=r===`>`||r===`<`?`<0.0.0-0`:`*`:r&&f?(u&&(a=0),s=0,r===`>`?(r=`>=`,u?(i=+i+1,a=0,s=0):(a=+a+1,s=0)):r===`<=`&&(r=`<`,u?i=+i+1:a=+a+1),r===`<`&&(c=`-0`),n=`${r+i}.${a}.${s}${c}`):u?n=`>=${i}.0.0${c} <${+i+1}.0.0-0`:d&&(n=`>=${i}.${a}.0${c} <${i}.${+a+1}.0-0`),o(`xRange return`,n),n})},D=(e,t)=>(o(`replaceStars`,e,t),e.trim().replace(c[u.STAR],``)),O=(e,t)=>(o(`replaceGTE0`,e,t),e.trim().replace(c[t.includePrerelease?u.GTE0PRE:u.GTE0],``)),k=e=>(t,n,r,i,a,o,s,c,l,u,d,f)=>(n=x(r)?``:x(i)?`>=${r}.0.0${e?`-0`:``}`:x(a)?`>=${r}.${i}.0${e?`-0`:``}`:o?`>=${n}`:`>=${n}${e?`-0`:``}`,c=x(l)?``:x(u)?`<${+l+1}.0.0-0`:x(d)?`<${l}.${+u+1}.0-0`:f?`<=${l}.${u}.${d}-${f}`:e?`<${l}.${u}.${+d+1}-0`:`<=${c}`,`${n} ${c}`.trim()),ne=(e,t,n)=>{for(let n=0;n<e.length;n++)if(!e[n].test(t))return!1;if(t.prerelease.length&&!n.includePrerelease){for(let n=0;n<e.length;n++)if(o(e[n].semver),e[n].semver!==a.ANY&&e[n].semver.prerelease.length>0){let r=e[n].semver;if(r.major===t.major&&r.minor===t.minor&&r.patch===t.patch)return!0}return!1}return!0}})),zt=r(((e,t)=>{let n=Symbol(`SemVer ANY`);t.exports=class e{static get ANY(){return n}constructor(t,i){if(i=r(i),t instanceof e){if(t.loose===!!i.loose)return t;t=t.value}t=t.trim().split(/\s+/).join(` `),s(`comparator`,t,i),this.options=i,this.loose=!!i.loose,this.parse(t),this.value=this.semver===n?``:this.operator+this.semver.version,s(`comp`,this)}parse(e){let t=this.options.loose?i[a.COMPARATORLOOSE]:i[a.COMPARATOR],r=e.match(t);if(!r)throw TypeError(`Invalid comparator: ${e}`);this.operator=r[1]===void 0?``:r[1],this.operator===`=`&&(this.operator=``),this.semver=r[2]?new c(r[2],this.options.loose):n}toString(){return this.value}test(e){if(s(`Comparator.test`,e,this.options.loose),this.semver===n||e===n)return!0;if(typeof e==`string`)try{e=new c(e,this.options)}catch{return!1}return o(e,this.operator,this.semver,this.options)}intersects(t,n){if(!(t instanceof e))throw TypeError(`a Comparator is required`);return this.operator===``?this.value===``||new l(t.value,n).test(this.value):t.operator===``?t.value===``||new l(this.value,n).test(t.semver):(n=r(n),n.includePrerelease&&(this.value===`<0.0.0-0`||t.value===`<0.0.0-0`)||!n.includePrerelease&&(this.value.startsWith(`<0.0.0`)||t.value.startsWith(`<0.0.0`))?!1:!!(this.operator.startsWith(`>`)&&t.operator.startsWith(`>`)||this.operator.startsWith(`<`)&&t.operator.startsWith(`<`)||this.semver.version===t.semver.version&&this.operator.includes(`=`)&&t.operator.includes(`=`)||o(this.semver,`<`,t.semver,n)&&this.operator.startsWith(`>`)&&t.operator.startsWith(`<`)||o(this.semver,`>`,t.semver,n)&&this.operator.startsWith(`<`)&&t.operator.startsWith(`>`)))}};let r=ft(),{safeRe:i,t:a}=dt(),o=Pt(),s=ut(),c=mt(),l=Rt()})),Bt=r(((e,t)=>{let n=Rt();t.exports=(e,t,r)=>{try{t=new n(t,r)}catch{return!1}return t.test(e)}})),Vt=r(((e,t)=>{let n=Rt();t.exports=(e,t)=>new n(e,t).set.map(e=>e.map(e=>e.value).join(` `).trim().split(` `))})),Ht=r(((e,t)=>{let n=mt(),r=Rt();t.exports=(e,t,i)=>{let a=null,o=null,s=null;try{s=new r(t,i)}catch{return null}return e.forEach(e=>{s.test(e)&&(a&&o.compare(e)!==-1||(a=e,o=new n(a,i)))}),a}})),Ut=r(((e,t)=>{let n=mt(),r=Rt();t.exports=(e,t,i)=>{let a=null,o=null,s=null;try{s=new r(t,i)}catch{return null}return e.forEach(e=>{s.test(e)&&(a&&o.compare(e)!==1||(a=e,o=new n(a,i)))}),a}})),Wt=r(((e,t)=>{let n=mt(),r=Rt(),i=L();t.exports=(e,t)=>{e=new r(e,t);let a=new n(`0.0.0`);if(e.test(a)||(a=new n(`0.0.0-0`),e.test(a)))return a;a=null;for(let t=0;t<e.set.length;++t){let r=e.set[t],o=null;r.forEach(e=>{let t=new n(e.semver.version);switch(e.operator){case`>`:t.prerelease.length===0?t.patch++:t.prerelease.push(0),t.raw=t.format();case``:case`>=`:(!o||i(t,o))&&(o=t);break;case`<`:case`<=`:break;default:throw Error(`Unexpected operation: ${e.operator}`)}}),o&&(!a||i(a,o))&&(a=o)}return a&&e.test(a)?a:null}})),Gt=r(((e,t)=>{let n=Rt();t.exports=(e,t)=>{try{return new n(e,t).range||`*`}catch{return null}}})),Kt=r(((e,t)=>{let n=mt(),r=zt(),{ANY:i}=r,a=Rt(),o=Bt(),s=L(),c=kt(),l=Nt(),u=Mt();t.exports=(e,t,d,f)=>{e=new n(e,f),t=new a(t,f);let p,m,h,g,_;switch(d){case`>`:p=s,m=l,h=c,g=`>`,_=`>=`;break;case`<`:p=c,m=u,h=s,g=`<`,_=`<=`;break;default:throw TypeError(`Must provide a hilo val of "<" or ">"`)}if(o(e,t,f))return!1;for(let n=0;n<t.set.length;++n){let a=t.set[n],o=null,s=null;if(a.forEach(e=>{e.semver===i&&(e=new r(`>=0.0.0`)),o||=e,s||=e,p(e.semver,o.semver,f)?o=e:h(e.semver,s.semver,f)&&(s=e)}),o.operator===g||o.operator===_||(!s.operator||s.operator===g)&&m(e,s.semver)||s.operator===_&&h(e,s.semver))return!1}return!0}})),qt=r(((e,t)=>{let n=Kt();t.exports=(e,t,r)=>n(e,t,`>`,r)})),Jt=r(((e,t)=>{let n=Kt();t.exports=(e,t,r)=>n(e,t,`<`,r)})),Yt=r(((e,t)=>{let n=Rt();t.exports=(e,t,r)=>(e=new n(e,r),t=new n(t,r),e.intersects(t,r))})),Xt=r(((e,t)=>{let n=Bt(),r=Ct();t.exports=(e,t,i)=>{let a=[],o=null,s=null,c=e.sort((e,t)=>r(e,t,i));for(let e of c)n(e,t,i)?(s=e,o||=e):(s&&a.push([o,s]),s=null,o=null);o&&a.push([o,null]);let l=[];for(let[e,t]of a)e===t?l.push(e):!t&&e===c[0]?l.push(`*`):t?e===c[0]?l.push(`<=${t}`):l.push(`${e} - ${t}`):l.push(`>=${e}`);let u=l.join(` || `),d=typeof t.raw==`string`?t.raw:String(t);return u.length<d.length?u:t}})),Zt=r(((e,t)=>{let n=Rt(),r=zt(),{ANY:i}=r,a=Bt(),o=Ct(),s=(e,t,r={})=>{if(e===t)return!0;e=new n(e,r),t=new n(t,r);let i=!1;OUTER:for(let n of e.set){for(let e of t.set){let t=u(n,e,r);if(i||=t!==null,t)continue OUTER}if(i)return!1}return!0},c=[new r(`>=0.0.0-0`)],l=[new r(`>=0.0.0`)],u=(e,t,n)=>{if(e===t)return!0;if(e.length===1&&e[0].semver===i){if(t.length===1&&t[0].semver===i)return!0;e=n.includePrerelease?c:l}if(t.length===1&&t[0].semver===i){if(n.includePrerelease)return!0;t=l}let r=new Set,s,u;for(let t of e)t.operator===`>`||t.operator===`>=`?s=d(s,t,n):t.operator===`<`||t.operator===`<=`?u=f(u,t,n):r.add(t.semver);if(r.size>1)return null;let p;if(s&&u&&(p=o(s.semver,u.semver,n),p>0||p===0&&(s.operator!==`>=`||u.operator!==`<=`)))return null;for(let e of r){if(s&&!a(e,String(s),n)||u&&!a(e,String(u),n))return null;for(let r of t)if(!a(e,String(r),n))return!1;return!0}let m,h,g,_,v=u&&!n.includePrerelease&&u.semver.prerelease.length?u.semver:!1,y=s&&!n.includePrerelease&&s.semver.prerelease.length?s.semver:!1;v&&v.prerelease.length===1&&u.operator===`<`&&v.prerelease[0]===0&&(v=!1);for(let e of t){if(_=_||e.operator===`>`||e.operator===`>=`,g=g||e.operator===`<`||e.operator===`<=`,s){if(y&&e.semver.prerelease&&e.semver.prerelease.length&&e.semver.major===y.major&&e.semver.minor===y.minor&&e.semver.patch===y.patch&&(y=!1),e.operator===`>`||e.operator===`>=`){if(m=d(s,e,n),m===e&&m!==s)return!1}else if(s.operator===`>=`&&!e.test(s.semver))return!1}if(u){if(v&&e.semver.prerelease&&e.semver.prerelease.length&&e.semver.major===v.major&&e.semver.minor===v.minor&&e.semver.patch===v.patch&&(v=!1),e.operator===`<`||e.operator===`<=`){if(h=f(u,e,n),h===e&&h!==u)return!1}else if(u.operator===`<=`&&!e.test(u.semver))return!1}if(!e.operator&&(u||s)&&p!==0)return!1}return!(s&&g&&!u&&p!==0||u&&_&&!s&&p!==0||y||v)},d=(e,t,n)=>{if(!e)return t;let r=o(e.semver,t.semver,n);return r>0?e:r<0||t.operator===`>`&&e.operator===`>=`?t:e},f=(e,t,n)=>{if(!e)return t;let r=o(e.semver,t.semver,n);return r<0?e:r>0||t.operator===`<`&&e.operator===`<=`?t:e};t.exports=s})),Qt=e(r(((e,t)=>{let n=dt(),r=lt(),i=mt(),a=pt();t.exports={parse:ht(),valid:I(),clean:gt(),inc:_t(),diff:vt(),major:yt(),minor:bt(),patch:xt(),prerelease:St(),compare:Ct(),rcompare:wt(),compareLoose:Tt(),compareBuild:Et(),sort:Dt(),rsort:Ot(),gt:L(),lt:kt(),eq:At(),neq:jt(),gte:Mt(),lte:Nt(),cmp:Pt(),coerce:Ft(),truncate:It(),Comparator:zt(),Range:Rt(),satisfies:Bt(),toComparators:Vt(),maxSatisfying:Ht(),minSatisfying:Ut(),minVersion:Wt(),validRange:Gt(),outside:Kt(),gtr:qt(),ltr:Jt(),intersects:Yt(),simplifyRange:Xt(),subset:Zt(),SemVer:i,re:n.re,src:n.src,tokens:n.t,SEMVER_SPEC_VERSION:r.SEMVER_SPEC_VERSION,RELEASE_TYPES:r.RELEASE_TYPES,compareIdentifiers:a.compareIdentifiers,rcompareIdentifiers:a.rcompareIdentifiers}}))());const $t={value:null};function en(e,t,n){try{return e.apply(t,n)}catch(e){return $t.value=e,$t}}function tn(e){return Buffer.byteLength(e,`utf8`)}function nn(e){for(let t in e)if(Object.prototype.hasOwnProperty.call(e,t))return!1;return!0}function rn(e){let t={};for(let n=0;n<e.length;n+=2)t[e[n]]=e[n+1];return t}function an(e){let t=[];for(let n in e)Object.prototype.hasOwnProperty.call(e,n)&&e[n]!==void 0&&(t[t.length]=n,t[t.length]=e[n]);return t}function on(e,t){return new Promise(n=>{let r,i=()=>{t?.signal.removeEventListener(`abort`,i),clearTimeout(r),n()};r=setTimeout(i,e),t?.signal.addEventListener(`abort`,i)})}function sn(e,t){let n=e.getMaxListeners();e.setMaxListeners(n+t)}function cn(e){return Object.entries(e).reduce((e,[t,n])=>(e[n]=t,e),{})}const ln={de:`deduplication`,fpof:`failParentOnFailure`,cpof:`continueParentOnFailure`,idof:`ignoreDependencyOnFailure`,kl:`keepLogs`,rdof:`removeDependencyOnFailure`},un=Object.assign({},cn(ln));function dn(e){return e?[`connect`,`disconnect`,`duplicate`].every(t=>typeof e[t]==`function`):!1}function fn(e){return dn(e)&&!!e.isCluster}function pn(e,t){sn(e,-t)}function mn(e){if(e)return`${e.queue}:${e.id}`}const hn=/ERR unknown command ['`]\s*client\s*['`]/;function gn(e){if(e instanceof ct)return!1;let{code:t,message:n}=e;return n!==`Connection is closed.`&&!n.includes(`ECONNREFUSED`)&&t!==`ECONNREFUSED`}const _n=(e,t,n,r=`redis`)=>{if(n===r){let n=Qt.valid(Qt.coerce(e));return Qt.lt(n,t)}return!1},vn=e=>{let t={};for(let n of Object.entries(e))t[n[0]]=JSON.parse(n[1]);return t};function yn(e){let t={};for(let n in e)e[n]!==void 0&&(t[n]=e[n]);return t}async function bn(e,t,n,r,i,a,o){if(e){let{tracer:s,contextManager:c}=e,l=c.active(),u;o&&(u=c.fromMetadata(l,o));let d=i?`${r} ${i}`:r,f=s.startSpan(d,{kind:t},u);try{f.setAttributes({[N.QueueName]:n,[N.QueueOperation]:r});let e,i;return e=t===P.CONSUMER&&u?f.setSpanOnContext(u):f.setSpanOnContext(l),a.length==2&&(i=c.getMetadata(e)),await c.with(e,()=>a(f,i))}catch(e){throw f.recordException(e),e}finally{f.end()}}return a()}function xn(e,t){let n=e?.contextManager;return!n||typeof n.root!=`function`?t():n.with(n.root(),t)}var Sn=class extends Error{constructor(e=`bullmq:movedToDelayed`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Cn=class extends Error{constructor(e=`bullmq:rateLimitExceeded`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},wn=class extends Error{constructor(e=`bullmq:unrecoverable`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Tn=class extends Error{constructor(e=`bullmq:movedToWaitingChildren`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},En=class extends Error{constructor(e=`bullmq:movedToWait`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Dn;try{Dn=new TextDecoder}catch{}var R,z,B=0;const On=[];var kn=On,An=0,V={},H,jn,Mn=0,Nn=0,Pn,Fn,In=[],U,Ln,Rn={useRecords:!1,mapsAsObjects:!0},zn=class{};const Bn=new zn;Bn.name=`MessagePack 0xC1`;var Vn=!1,Hn=class e{constructor(e){e&&(e.useRecords===!1&&e.mapsAsObjects===void 0&&(e.mapsAsObjects=!0),e.sequential&&e.trusted!==!1&&(e.trusted=!0,!e.structures&&e.useRecords!=0&&(e.structures=[],e.maxSharedStructures||=0)),e.structures?e.structures.sharedLength=e.structures.length:e.getStructures&&((e.structures=[]).uninitialized=!0,e.structures.sharedLength=0),e.int64AsNumber&&(e.int64AsType=`number`)),Object.assign(this,e)}unpack(t,n){if(R)return vr(()=>{G();try{return this?this.unpack(t,n):e.prototype.unpack.call(Rn,t,n)}catch(e){throw e&&typeof e==`object`&&Un.add(e),e}});!t.buffer&&t.constructor===ArrayBuffer&&(t=typeof Buffer<`u`?Buffer.from(t):new Uint8Array(t)),typeof n==`object`?(z=n.end||t.length,B=n.start||0):(B=0,z=n>-1?n:t.length),z>t.length&&(z=t.length),An=0,Nn=0,jn=null,kn=On,Pn=null,R=t;try{U=t.dataView||(t.dataView=new DataView(t.buffer,t.byteOffset,t.byteLength))}catch(e){throw R=null,t instanceof Uint8Array?e:Error(`Source must be a Uint8Array or Buffer but was a `+(t&&typeof t==`object`?t.constructor.name:typeof t))}if(this instanceof e){if(V=this,this.structures)return H=this.structures,Wn(n);(!H||H.length>0)&&(H=[])}else V=Rn,(!H||H.length>0)&&(H=[]);return Wn(n)}unpackMultiple(e,t){let n,r=0;try{Vn=!0;let i=e.length,a=this?this.unpack(e,i):br.unpack(e,i);if(t){if(t(a,r,B)===!1)return;for(;B<i;)if(r=B,t(Wn(),r,B)===!1)return}else{for(n=[a];B<i;)r=B,n.push(Wn());return n}}catch(e){throw e.lastPosition=r,e.values=n,e}finally{Vn=!1,G()}}_mergeStructures(e,t){this._onLoadedStructures&&(e=this._onLoadedStructures(e)),e||=[],Object.isFrozen(e)&&(e=e.map(e=>e.slice(0)));for(let t=0,n=e.length;t<n;t++){let n=e[t];n&&(n.isShared=!0,t>=32&&(n.highByte=t-32>>5))}e.sharedLength=e.length;for(let n in t||[])if(n>=0){let r=e[n],i=t[n];i&&(r&&((e.restoreStructures||(e.restoreStructures=[]))[n]=r),e[n]=i)}return this.structures=e}decode(e,t){return this.unpack(e,t)}};const Un=new WeakSet;function Wn(e){try{if(!V.trusted&&!Vn){let e=H.sharedLength||0;e<H.length&&(H.length=e)}let t;if(Ln=z-B,V._readStruct&&R[B]<64&&R[B]>=32?(t=V._readStruct(R,B,z),R=null,!(e&&e.lazy)&&t&&(t=t.toJSON()),B=z):t=W(),Pn&&=(B=Pn.postBundlePosition,null),Vn&&(H.restoreStructures=null),B==z)H&&H.restoreStructures&&Kn(),H=null,R=null,Fn&&=null;else if(B>z)throw Error(`Unexpected end of MessagePack data`);else if(!Vn){let e;try{e=JSON.stringify(t,(e,t)=>typeof t==`bigint`?`${t}n`:t).slice(0,100)}catch(t){e=`(JSON view not available `+t+`)`}throw Error(`Data read, but end of buffer not reached `+e)}return t}catch(e){throw H&&H.restoreStructures&&Kn(),G(),Gn(e),e}}function Gn(e){e&&typeof e==`object`&&(B>z?e.incomplete=!0:Un.has(e)?e.incomplete&&=!1:(e instanceof RangeError&&B+8>z||typeof e.message==`string`&&e.message.startsWith(`Unexpected end of buffer`))&&(e.incomplete=!0))}function Kn(){for(let e in H.restoreStructures)H[e]=H.restoreStructures[e];H.restoreStructures=null}function W(){let e=R[B++];if(e<160){if(e<128){if(e<64)return e;{let t=H[e&63]||V.getStructures&&Yn()[e&63];return t?(t.read||=qn(t,e&63),t.read()):e}}if(e<144){if(e-=128,V.mapsAsObjects){let t={};for(let n=0;n<e;n++){let e=dr();e===`__proto__`&&(e=`__proto_`),t[e]=W()}return t}{let t=new Map;for(let n=0;n<e;n++)t.set(W(),W());return t}}{e-=144;let t=Array(e);for(let n=0;n<e;n++)t[n]=W();return V.freezeData?Object.freeze(t):t}}if(e<192){let t=e-160;if(Nn>=B)return jn.slice(B-Mn,(B+=t)-Mn);if(Nn==0&&z<140){let e=t<16?or(t):ar(t);if(e!=null)return e}return Xn(t)}{let t;switch(e){case 192:return null;case 193:return Pn?(t=W(),t>0?Pn[1].slice(Pn.position1,Pn.position1+=t):Pn[0].slice(Pn.position0,Pn.position0-=t)):Bn;case 194:return!1;case 195:return!0;case 196:if(t=R[B++],t===void 0)throw Error(`Unexpected end of buffer`);return cr(t);case 197:if(t=U.getUint16(B),B+=2,t>z-B)throw tr(B+t);return cr(t);case 198:if(t=U.getUint32(B),B+=4,t>z-B)throw tr(B+t);return cr(t);case 199:return lr(R[B++]);case 200:return t=U.getUint16(B),B+=2,lr(t);case 201:return t=U.getUint32(B),B+=4,lr(t);case 202:if(t=U.getFloat32(B),V.useFloat32>2){let e=yr[(R[B]&127)<<1|R[B+1]>>7];return B+=4,(e*t+(t>0?.5:-.5)|0)/e}return B+=4,t;case 203:return t=U.getFloat64(B),B+=8,t;case 204:return R[B++];case 205:return t=U.getUint16(B),B+=2,t;case 206:return t=U.getUint32(B),B+=4,t;case 207:return V.int64AsType===`number`?(t=U.getUint32(B)*4294967296,t+=U.getUint32(B+4)):V.int64AsType===`string`?t=U.getBigUint64(B).toString():V.int64AsType===`auto`?(t=U.getBigUint64(B),t<=BigInt(2)<<BigInt(52)&&(t=Number(t))):t=U.getBigUint64(B),B+=8,t;case 208:return U.getInt8(B++);case 209:return t=U.getInt16(B),B+=2,t;case 210:return t=U.getInt32(B),B+=4,t;case 211:return V.int64AsType===`number`?(t=U.getInt32(B)*4294967296,t+=U.getUint32(B+4)):V.int64AsType===`string`?t=U.getBigInt64(B).toString():V.int64AsType===`auto`?(t=U.getBigInt64(B),t>=BigInt(-2)<<BigInt(52)&&t<=BigInt(2)<<BigInt(52)&&(t=Number(t))):t=U.getBigInt64(B),B+=8,t;case 212:if(t=R[B++],t==114)return pr(R[B++]&63);{let e=In[t];if(e){if(e.read)return B++,e.read(W());if(e.noBuffer)return B++,e();if(B>=z)throw tr();return e(R.subarray(B,++B))}throw Error(`Unknown extension `+t)}case 213:return t=R[B],t==114?(B++,pr(R[B++]&63,R[B++])):lr(2);case 214:return lr(4);case 215:return lr(8);case 216:return lr(16);case 217:return t=R[B++],Nn>=B?jn.slice(B-Mn,(B+=t)-Mn):Zn(t);case 218:if(t=U.getUint16(B),B+=2,t>z-B)throw tr(B+t);return Nn>=B?jn.slice(B-Mn,(B+=t)-Mn):Qn(t);case 219:if(t=U.getUint32(B),B+=4,t>z-B)throw tr(B+t);return Nn>=B?jn.slice(B-Mn,(B+=t)-Mn):$n(t);case 220:return t=U.getUint16(B),B+=2,nr(t);case 221:return t=U.getUint32(B),B+=4,nr(t);case 222:return t=U.getUint16(B),B+=2,rr(t);case 223:return t=U.getUint32(B),B+=4,rr(t);default:if(e>=224)return e-256;throw e===void 0?tr():Error(`Unknown MessagePack token `+e)}}}function qn(e,t){function n(){let t={};for(let n=0,r=e.length;n<r;n++){let r=e[n];r===`__proto__`&&(r=`__proto_`),t[r]=W()}return V.freezeData?Object.freeze(t):t}return n.count=0,e.read0=n,e.highByte===0?Jn(t,n):n}const Jn=(e,t)=>function(){let n=R[B++];if(n===0)return t();let r=e<32?-(e+(n<<5)):e+(n<<5),i=H[r]||Yn()[r];if(!i)throw Error(`Record id is not defined for `+r);return i.read||=qn(i,e),i.read()};function Yn(){let e=vr(()=>(R=null,V.getStructures()));return H=V._mergeStructures(e,H)}var Xn=er,Zn=er,Qn=er,$n=er;function er(e){let t;if(e<16&&(t=or(e)))return t;if(e>64&&Dn)return Dn.decode(R.subarray(B,B+=e));let n=B+e,r=[];for(t=``;B<n;){let e=R[B++];if(!(e&128))r.push(e);else if((e&224)==192){if(e<194||B>=n||(R[B]&192)!=128)r.push(65533);else{let t=R[B++]&63;r.push((e&31)<<6|t)}}else if((e&240)==224){let t=B<n?R[B]:0;if(B>=n||(t&192)!=128||e===224&&t<160||e===237&&t>=160)r.push(65533);else if(B++,B>=n||(R[B]&192)!=128)r.push(65533);else{let n=R[B++]&63;r.push((e&31)<<12|(t&63)<<6|n)}}else if((e&248)==240){let t=B<n?R[B]:0;if(e>244||B>=n||(t&192)!=128||e===240&&t<144||e===244&&t>=144)r.push(65533);else if(B++,B>=n||(R[B]&192)!=128)r.push(65533);else{let i=R[B++]&63;if(B>=n||(R[B]&192)!=128)r.push(65533);else{let n=R[B++]&63,a=(e&7)<<18|(t&63)<<12|i<<6|n;a-=65536,r.push(a>>>10&1023|55296),r.push(56320|a&1023)}}}else r.push(65533);r.length>=4096&&(t+=ir.apply(String,r),r.length=0)}return r.length>0&&(t+=ir.apply(String,r)),t}function tr(e){let t=Error(`Unexpected end of MessagePack data`);return t.incomplete=!0,e>z&&B<=z&&(t.missingBytes=e-z),t}function nr(e){if(e>z-B||(Ln-=e)<0)throw tr(B+e);let t=Array(e);for(let n=0;n<e;n++)t[n]=W();return V.freezeData?Object.freeze(t):t}function rr(e){if(e>(z-B)/2)throw tr(B+2*e);if(V.mapsAsObjects){let t={};for(let n=0;n<e;n++){let e=dr();e===`__proto__`&&(e=`__proto_`),t[e]=W()}return t}{let t=new Map;for(let n=0;n<e;n++)t.set(W(),W());return t}}var ir=String.fromCharCode;function ar(e){let t=B;if(R.latin1Slice){let n=t+e;if(n>z)return;for(let e=t;e<n;e++)if((R[e]&128)>0)return;return B=n,R.latin1Slice(t,n)}let n=Array(e);for(let r=0;r<e;r++){let e=R[B++];if((e&128)>0){B=t;return}n[r]=e}return ir.apply(String,n)}function or(e){if(e<4){if(e<2){if(e===0)return``;{let e=R[B++];if((e&128)>1){--B;return}return ir(e)}}{let t=R[B++],n=R[B++];if((t&128)>0||(n&128)>0){B-=2;return}if(e<3)return ir(t,n);let r=R[B++];if((r&128)>0){B-=3;return}return ir(t,n,r)}}{let t=R[B++],n=R[B++],r=R[B++],i=R[B++];if((t&128)>0||(n&128)>0||(r&128)>0||(i&128)>0){B-=4;return}if(e<6){if(e===4)return ir(t,n,r,i);{let e=R[B++];if((e&128)>0){B-=5;return}return ir(t,n,r,i,e)}}if(e<8){let a=R[B++],o=R[B++];if((a&128)>0||(o&128)>0){B-=6;return}if(e<7)return ir(t,n,r,i,a,o);let s=R[B++];if((s&128)>0){B-=7;return}return ir(t,n,r,i,a,o,s)}{let a=R[B++],o=R[B++],s=R[B++],c=R[B++];if((a&128)>0||(o&128)>0||(s&128)>0||(c&128)>0){B-=8;return}if(e<10){if(e===8)return ir(t,n,r,i,a,o,s,c);{let e=R[B++];if((e&128)>0){B-=9;return}return ir(t,n,r,i,a,o,s,c,e)}}if(e<12){let l=R[B++],u=R[B++];if((l&128)>0||(u&128)>0){B-=10;return}if(e<11)return ir(t,n,r,i,a,o,s,c,l,u);let d=R[B++];if((d&128)>0){B-=11;return}return ir(t,n,r,i,a,o,s,c,l,u,d)}{let l=R[B++],u=R[B++],d=R[B++],f=R[B++];if((l&128)>0||(u&128)>0||(d&128)>0||(f&128)>0){B-=12;return}if(e<14){if(e===12)return ir(t,n,r,i,a,o,s,c,l,u,d,f);{let e=R[B++];if((e&128)>0){B-=13;return}return ir(t,n,r,i,a,o,s,c,l,u,d,f,e)}}{let p=R[B++],m=R[B++];if((p&128)>0||(m&128)>0){B-=14;return}if(e<15)return ir(t,n,r,i,a,o,s,c,l,u,d,f,p,m);let h=R[B++];if((h&128)>0){B-=15;return}return ir(t,n,r,i,a,o,s,c,l,u,d,f,p,m,h)}}}}}function sr(){let e=R[B++],t;if(e<192)t=e-160;else switch(e){case 217:t=R[B++];break;case 218:t=U.getUint16(B),B+=2;break;case 219:t=U.getUint32(B),B+=4;break;default:throw Error(`Expected string`)}return er(t)}function cr(e){return V.copyBuffers?Uint8Array.prototype.slice.call(R,B,B+=e):R.subarray(B,B+=e)}function lr(e){if(e>=z-B)throw tr(B+1+e);let t=R[B++];if(In[t]){let n;return In[t](R.subarray(B,n=B+=e),e=>{B=e;try{return W()}finally{B=n}})}throw Error(`Unknown extension type `+t)}var ur=Array(4096);function dr(){let e=R[B++];if(e>=160&&e<192){if(e-=160,Nn>=B)return jn.slice(B-Mn,(B+=e)-Mn);if(!(Nn==0&&z<180))return Xn(e)}else return B--,fr(W());if(e>z-B)throw tr(B+e);let t=(e<<5^(e>1?U.getUint16(B):e>0?R[B]:0))&4095,n=ur[t],r=B,i=B+e-3,a,o=0;if(n&&n.bytes==e){for(;r<i;){if(a=U.getUint32(r),a!=n[o++]){r=1879048192;break}r+=4}for(i+=3;r<i;)if(a=R[r++],a!=n[o++]){r=1879048192;break}if(r===i)return B=r,n.string;i-=3,r=B}for(n=[],ur[t]=n,n.bytes=e;r<i;)a=U.getUint32(r),n.push(a),r+=4;for(i+=3;r<i;)a=R[r++],n.push(a);let s=e<16?or(e):ar(e);return s==null?n.string=Xn(e):n.string=s}function fr(e){if(typeof e==`string`)return e;if(typeof e==`number`||typeof e==`boolean`||typeof e==`bigint`)return e.toString();if(e==null)return e+``;if(V.allowArraysInMapKeys&&Array.isArray(e)&&e.flat().every(e=>[`string`,`number`,`boolean`,`bigint`].includes(typeof e)))return e.flat().toString();throw Error(`Invalid property type for record: ${typeof e}. A MessagePack map with non-string keys can be decoded as a Map with mapsAsObjects: false`)}const pr=(e,t)=>{let n=W().map(fr),r=e;t!==void 0&&(e=e<32?-((t<<5)+e):(t<<5)+e,n.highByte=t);let i=H[e];return i&&(i.isShared||Vn)&&((H.restoreStructures||(H.restoreStructures=[]))[e]=i),H[e]=n,n.read=qn(n,r),(n.read0||n.read)()};In[0]=()=>{},In[0].noBuffer=!0,In[66]=e=>{let t=e.byteLength%8||8,n=BigInt(e[0]&128?e[0]-256:e[0]);for(let r=1;r<t;r++)n<<=BigInt(8),n+=BigInt(e[r]);if(e.byteLength!==t){let r=new DataView(e.buffer,e.byteOffset,e.byteLength),i=(e,t)=>{let n=t-e;if(n<=40){let n=r.getBigUint64(e);for(let i=e+8;i<t;i+=8)n<<=BigInt(64),n|=r.getBigUint64(i);return n}let a=e+(n>>4<<3),o=i(e,a),s=i(a,t);return o<<BigInt((t-a)*8)|s};n=n<<BigInt((r.byteLength-t)*8)|i(t,r.byteLength)}return n};let mr={Error,EvalError,RangeError,ReferenceError,SyntaxError,TypeError,URIError,AggregateError:typeof AggregateError==`function`?AggregateError:null};In[101]=()=>{let e=W();if(!mr[e[0]]){let t=Error(e[1],{cause:e[2]});return t.name=e[0],t}return mr[e[0]](e[1],{cause:e[2]})},In[105]=e=>{if(V.structuredClone===!1)throw Error(`Structured clone extension is disabled`);let t=U.getUint32(B-4);Fn||=new Map;let n=R[B],r;r=n>=144&&n<160||n==220||n==221?[]:n>=128&&n<144||n==222||n==223?new Map:(n>=199&&n<=201||n>=212&&n<=216)&&R[B+1]===115?new Set:{};let i={target:r};Fn.set(t,i);let a=W();if(i.used)Object.assign(r,a);else return i.target=a;if(r instanceof Map)for(let[e,t]of a.entries())r.set(e,t);if(r instanceof Set)for(let e of Array.from(a))r.add(e);return r},In[112]=e=>{if(V.structuredClone===!1)throw Error(`Structured clone extension is disabled`);let t=U.getUint32(B-4),n=Fn.get(t);return n.used=!0,n.target},In[115]=()=>new Set(W());const hr=[`Int8`,`Uint8`,`Uint8Clamped`,`Int16`,`Uint16`,`Int32`,`Uint32`,`Float32`,`Float64`,`BigInt64`,`BigUint64`].map(e=>e+`Array`);let gr=typeof globalThis==`object`?globalThis:window;In[116]=e=>{let t=e[0],n=Uint8Array.prototype.slice.call(e,1).buffer,r=hr[t];if(!r){if(t===16)return n;if(t===17)return new DataView(n);throw Error(`Could not find typed array for code `+t)}return new gr[r](n)},In[120]=()=>{let e=W();return new RegExp(e[0],e[1])};const _r=[];In[98]=e=>{let t=(e[0]<<24)+(e[1]<<16)+(e[2]<<8)+e[3],n=B;return B+=t-e.length,Pn=_r,Pn=[sr(),sr()],Pn.position0=0,Pn.position1=0,Pn.postBundlePosition=B,B=n,W()},In[255]=e=>e.length==4?new Date((e[0]*16777216+(e[1]<<16)+(e[2]<<8)+e[3])*1e3):e.length==8?new Date(((e[0]<<22)+(e[1]<<14)+(e[2]<<6)+(e[3]>>2))/1e6+((e[3]&3)*4294967296+e[4]*16777216+(e[5]<<16)+(e[6]<<8)+e[7])*1e3):e.length==12?new Date(((e[0]<<24)+(e[1]<<16)+(e[2]<<8)+e[3])/1e6+((e[4]&128?-281474976710656:0)+e[6]*1099511627776+e[7]*4294967296+e[8]*16777216+(e[9]<<16)+(e[10]<<8)+e[11])*1e3):new Date(`invalid`);function vr(e){V&&V._onSaveState&&V._onSaveState();let t=z,n=B,r=An,i=Mn,a=Nn,o=jn,s=kn,c=Fn,l=Pn,u=Ln,d=new Uint8Array(R.slice(0,z)),f=H,p=H.slice(0,H.length),m=V,h=Vn;try{return e()}finally{z=t,B=n,An=r,Mn=i,Nn=a,jn=o,kn=s,Fn=c,Pn=l,Ln=u,R=d,Vn=h,H=f,H.splice(0,H.length,...p),V=m,U=new DataView(R.buffer,R.byteOffset,R.byteLength)}}function G(){R=null,Fn=null,H=null}const yr=Array(147);for(let e=0;e<256;e++)yr[e]=+(`1e`+Math.floor(45.15-e*.30103));var br=new Hn({useRecords:!1});br.unpack,br.unpackMultiple,br.unpack;const xr={NEVER:0,ALWAYS:1,DECIMAL_ROUND:3,DECIMAL_FIT:4};new Uint8Array(new Float32Array(1).buffer,0,4),Hn.SUPPORTS_STRUCT_HOOKS=!0;let Sr;try{Sr=new TextEncoder}catch{}let Cr,wr;const Tr=typeof Buffer<`u`,K=Tr?function(e){return Buffer.allocUnsafeSlow(e)}:Uint8Array,Er=Tr?Buffer:Uint8Array,Dr=Tr?4294967296:2144337920;let q,Or,J,Y=0,X,Z=null,kr=!1;const Ar=/[\u0080-\uFFFF]/,jr=Symbol(`record-id`);var Mr=class extends Hn{constructor(e){super(e),this.offset=0;let t,n,r,i,a=Er.prototype.utf8Write?function(e,t){return q.utf8Write(e,t,q.byteLength-t)}:Sr&&Sr.encodeInto?function(e,t){return Sr.encodeInto(e,q.subarray(t)).written}:!1,o=this;e||={};let s=e&&e.sequential,c=e.structures||e.saveStructures,l=e.maxSharedStructures;if(l??=c?32:0,l>8160)throw Error(`Maximum maxSharedStructure is 8160`);e.structuredClone&&e.moreTypes==null&&(this.moreTypes=!0);let u=e.maxOwnStructures;u??=c?32:64,!this.structures&&e.useRecords!=0&&(this.structures=[]);let d=l>32||u+l>64,f=l+64,p=l+u+64;if(p>8256)throw Error(`Maximum maxSharedStructure + maxOwnStructure is 8192`);let m=[],h=0,g=0,_=!1,v=0,y=null;this.pack=this.encode=function(e,a){if(kr)return x(e,a);if(q||(q=new K(8192),J=q.dataView||(q.dataView=new DataView(q.buffer,0,8192)),Y=0),X=q.length-10,X-Y<2048?(q=new K(q.length),J=q.dataView||(q.dataView=new DataView(q.buffer,0,q.length)),X=q.length-10,Y=0):Y=Y+7&2147483640,t=Y,a&2048&&(Y+=a&255),i=o.structuredClone?new Map:null,o.bundleStrings&&typeof e!=`string`?(Z=[],Z.size=1/0):Z=null,r=o.structures,r){r.uninitialized&&(r=o._mergeStructures(o.getStructures()));let e=r.sharedLength||0;if(e>l)throw Error(`Shared structures is larger than maximum shared structures, try increasing maxSharedStructures to `+r.sharedLength);r.transitions||(b(v&&o.saveStructures?Math.min(e,o.lastNamedStructuresLength||0):e),v||(o.lastNamedStructuresLength=e)),s&&r.nextId>=e+64||(r.nextId=e+64)}n&&=!1,!v&&y&&(y=null);let c;kr=!0,_=!0;try{o._writeStruct&&!(v&&o.saveStructures)&&e&&typeof e==`object`?e.constructor===Object?D(e):e.constructor!==Map&&!Array.isArray(e)&&!wr.some(t=>e instanceof t)?D(o.useToJSON!==!1&&e.toJSON?e.toJSON():e):C(e):C(e);let n=Z;if(Z&&Br(t,C,0),i&&i.idsToInsert){let e=i.idsToInsert.sort((e,t)=>e.offset>t.offset?1:-1),r=e.length,a=-1;for(;n&&r>0;){let i=e[--r].offset+t;i<n.stringsPosition+t&&a===-1&&(a=0),i>n.position+t?a>=0&&(a+=6):(a>=0&&(J.setUint32(n.position+t,J.getUint32(n.position+t)+a),a=-1),n=n.previous,r++)}a>=0&&n&&J.setUint32(n.position+t,J.getUint32(n.position+t)+a),Y+=e.length*6,Y>X&&O(Y),o.offset=Y;let s=zr(q.subarray(t,Y),e);return i=null,s}return o.offset=Y,a&512?(q.start=t,q.end=Y,q):q.subarray(t,Y)}catch(e){throw c=e,e}finally{if(_=!1,r){if(S(),y&&!v){let e=y;if(y=null,!c&&o.saveStructures){let t=r.sharedLength||0;r.transitions||b(t);for(let i=0,a=e.length;i<a&&t<l;i++){let a=e[i],o,s=r.transitions;for(let e=0,t=a.length;e<t;e++){let t=a[e];o=s[t],o||=s[t]=Object.create(null),s=o}if(!s[jr]){let e=t+64;a.highByte=e>=96&&d?e-96>>5:-1,a.isShared=!0,s[jr]=e,s.__keys__=a,r[t++]=a,r.sharedLength=t,n=!0}}s&&r.nextId>=t+64||(r.nextId=t+64)}}if(n&&!v&&o.saveStructures){let n=r.sharedLength||0,i=q.subarray(t,Y);if(!c){let t=!1;try{let n=(o._prepareStructures||Vr)(r,o);if(o.saveStructures(n,n.isCompatible)===!1)return r.uninitialized=!0,t=!0,kr=!1,o.pack(e,a);t=!0}finally{kr=!1,t||(r=o.structures,o.getStructures&&(r.uninitialized=!0),r.length=r.sharedLength=o.lastNamedStructuresLength||0,r.transitions=null)}return o.lastNamedStructuresLength=n,q.length>1073741824&&(q=null),i}o.getStructures&&(r.uninitialized=!0),r.length=r.sharedLength=o.lastNamedStructuresLength||0,r.transitions=null}}kr=!1,q.length>1073741824&&(q=null),a&1024&&(Y=t)}};let b=e=>{r.transitions=Object.create(null);for(let t=0;t<e;t++){let e=r[t];if(!e)continue;let n,i=r.transitions;for(let t=0,r=e.length;t<r;t++){let r=e[t];n=i[r],n||=i[r]=Object.create(null),i=n}i[jr]=t+64}},x=(e,a)=>{let s=q,c=J,l=Y,u=X,d=Z,f=t,p=i,g=n,x=_,S,ee,C,w,T,te,E,D,O,k,ne,re,ie=!1;x&&(re=y?y.length:0,v++);try{if(x&&r){S=r,ee=r.transitions,C=r.nextId,w=r.nextOwnId,O=o.lastNamedStructuresLength,D=r.sharedLength||0,E=r.slice(D),T=m,te=[];for(let e=0,t=m.length;e<t;e++){let t=m[e],n=t[jr];te[e]=n,t[jr]=0,n>=D+64&&t.__keys__&&(E[n-D-64]=t.__keys__)}if(m=[],g&&o.saveStructures&&ee){k=[];for(let e=O||0;e<D;e++){let t=r[e];if(!t)continue;let n=ee;for(let e=0,r=t.length;e<r&&n;e++)n=n[t[e]];n&&n[jr]===e+64&&(k.push(n,e+64,n.__keys__),n[jr]=0,n.__keys__=null)}}r.length=D,r.nextId=D+64,r.nextOwnId=void 0,ne=h,h=0}q=null,kr=!1,_=!1;let t=o.pack(e,a);return ie=!0,t}finally{if(!ie&&x&&y&&(y.length=re),kr=!0,_=x,q=s,J=c,Y=l,X=u,Z=d,t=f,i=p,x){if(v--,n=g||n,r=o.structures,r&&E){if(m!==T)for(let e=0,t=m.length;e<t;e++)m[e][jr]=0;let e=r.sharedLength||0;if(r!==S){if(g||E.length>0){for(let e=0;e<D;e++)S[e]!==void 0&&(r[e]=S[e]);e=r.sharedLength=r.length=D,o.lastNamedStructuresLength=O}else!v&&!n&&(o.lastNamedStructuresLength=e)}r.length=Math.max(e,D+E.length);for(let t=Math.max(0,e-D),n=E.length;t<n;t++)E[t]!==void 0&&(r[D+t]=E[t]);if(r.transitions!==ee||r!==S){if(r===S&&!r.transitions&&e===D)r.transitions=ee;else{b(v&&o.saveStructures?Math.min(e,o.lastNamedStructuresLength||0):e),k=null,T=[],te=[];for(let t=Math.max(0,e-D),n=E.length;t<n;t++){let e=E[t];if(!e)continue;let n,i=r.transitions;for(let t=0,r=e.length;t<r;t++){let r=e[t];n=i[r],n||=i[r]=Object.create(null),i=n}i[jr]||(T.push(i),te.push(D+t+64))}}}if(k)for(let e=0,t=k.length;e<t;e+=3)k[e][jr]=k[e+1],k[e].__keys__=k[e+2];m=T;for(let e=0,t=te.length;e<t;e++)m[e][jr]||(m[e][jr]=te[e]);r.nextId=C>=e+64?C:e+64,r.nextOwnId=w,ne!==void 0&&(h+=ne)}}else n=g}},S=()=>{g<10&&g++;let e=r.sharedLength||0;if(r.length>e&&!s&&(r.length=e),h>1e4&&!v)r.transitions=null,g=0,h=0,m.length>0&&(m=[]);else if(m.length>0&&!s){for(let e=0,t=m.length;e<t;e++)m[e][jr]=0;m=[]}},ee=e=>{var t=e.length;t<16?q[Y++]=144|t:t<65536?(q[Y++]=220,q[Y++]=t>>8,q[Y++]=t&255):(q[Y++]=221,J.setUint32(Y,t),Y+=4);for(let n=0;n<t;n++)C(e[n])},C=e=>{Y>X&&(q=O(Y));var n=typeof e,r;if(n===`string`){let n=e.length;if(Z&&n>=4&&n<4096){if((Z.size+=n)>21760){let e,n=(Z[0]?Z[0].length*3+Z[1].length:0)+10;Y+n>X&&(q=O(Y+n));let r;Z.position?(r=Z,q[Y]=200,Y+=3,q[Y++]=98,e=Y-t,Y+=4,Br(t,C,0),J.setUint16(e+t-3,Y-t-e)):(q[Y++]=214,q[Y++]=98,e=Y-t,Y+=4),Z=[``,``],Z.previous=r,Z.size=0,Z.position=e}let r=Ar.test(e);Z[+!r]+=e,q[Y++]=193,C(r?-n:n);return}let i;i=n<32?1:n<256?2:n<65536?3:5;let o=n*3;if(Y+o>X&&(q=O(Y+o)),n<64||!a){let t,a,o,s=Y+i;for(t=0;t<n;t++)a=e.charCodeAt(t),a<128?q[s++]=a:a<2048?(q[s++]=a>>6|192,q[s++]=a&63|128):(a&64512)==55296&&((o=e.charCodeAt(t+1))&64512)==56320?(a=65536+((a&1023)<<10)+(o&1023),t++,q[s++]=a>>18|240,q[s++]=a>>12&63|128,q[s++]=a>>6&63|128,q[s++]=a&63|128):(q[s++]=a>>12|224,q[s++]=a>>6&63|128,q[s++]=a&63|128);r=s-Y-i}else r=a(e,Y+i);r<32?q[Y++]=160|r:r<256?(i<2&&q.copyWithin(Y+2,Y+1,Y+1+r),q[Y++]=217,q[Y++]=r):r<65536?(i<3&&q.copyWithin(Y+3,Y+2,Y+2+r),q[Y++]=218,q[Y++]=r>>8,q[Y++]=r&255):(i<5&&q.copyWithin(Y+5,Y+3,Y+3+r),q[Y++]=219,J.setUint32(Y,r),Y+=4),Y+=r}else if(n===`number`){if(e>>>0===e)e<32||e<128&&this.useRecords===!1||e<64&&!this._writeStruct?q[Y++]=e:e<256?(q[Y++]=204,q[Y++]=e):e<65536?(q[Y++]=205,q[Y++]=e>>8,q[Y++]=e&255):(q[Y++]=206,J.setUint32(Y,e),Y+=4);else if((e|0)===e)e>=-32?q[Y++]=256+e:e>=-128?(q[Y++]=208,q[Y++]=e+256):e>=-32768?(q[Y++]=209,J.setInt16(Y,e),Y+=2):(q[Y++]=210,J.setInt32(Y,e),Y+=4);else{let t;if((t=this.useFloat32)>0&&e<4294967296&&e>=-2147483648){q[Y++]=202,J.setFloat32(Y,e);let n;if(t<4||((n=e*yr[(q[Y]&127)<<1|q[Y+1]>>7])|0)===n){Y+=4;return}Y--}q[Y++]=203,J.setFloat64(Y,e),Y+=8}}else if(n===`object`||n===`function`){if(!e)q[Y++]=192;else{if(i){let n=i.get(e);if(n){n.id||=(i.idsToInsert||(i.idsToInsert=[])).push(n),q[Y++]=214,q[Y++]=112,J.setUint32(Y,n.id),Y+=4;return}i.set(e,{offset:Y-t})}let a=e.constructor;if(a===Object)E(e);else if(a===Array)ee(e);else if(a===Map){if(this.mapAsEmptyObject)q[Y++]=128;else{r=e.size,r<16?q[Y++]=128|r:r<65536?(q[Y++]=222,q[Y++]=r>>8,q[Y++]=r&255):(q[Y++]=223,J.setUint32(Y,r),Y+=4);for(let[t,n]of e)C(t),C(n)}}else{for(let t=0,n=Cr.length;t<n;t++){let r=wr[t];if(e instanceof r){if(e.constructor!==r&&t>=n-Fr&&o.useToJSON!==!1&&e.toJSON!==void 0&&e.toJSON!==Nr&&e.toJSON!==Pr)break;let i=Cr[t];if(i.write){i.type&&(q[Y++]=212,q[Y++]=i.type,q[Y++]=0);let t=i.write.call(this,e);t===e?Array.isArray(e)?ee(e):E(e):C(t);return}let a=q,s=J,c=Y,l=Z;q=null;let u;try{u=i.pack.call(this,e,e=>(q=a,a=null,Y+=e,Y>X&&O(Y),{target:q,targetView:J,position:Y-e}),C)}finally{a&&(q=a,J=s,Y=c,Z=l,X=q.length-10)}u&&(u.length+Y>X&&O(u.length+Y),Y=Rr(u,q,Y,i.type));return}}if(Array.isArray(e))ee(e);else{if(o.useToJSON!==!1&&e.toJSON){let t=e.toJSON();if(t!==e)return C(t)}if(n===`function`)return C(this.writeFunction&&this.writeFunction(e));E(e)}}}}else if(n===`boolean`)q[Y++]=e?195:194;else if(n===`bigint`){if(e<0x8000000000000000&&e>=-0x8000000000000000)q[Y++]=211,J.setBigInt64(Y,e);else if(e<0x10000000000000000&&e>0)q[Y++]=207,J.setBigUint64(Y,e);else if(this.largeBigIntToFloat)q[Y++]=203,J.setFloat64(Y,Number(e));else if(this.largeBigIntToString)return C(e.toString());else if(this.useBigIntExtension||this.moreTypes){let t=BigInt(e<0?-1:0),n;if(e>>BigInt(65536)===t){let r=BigInt(0x10000000000000000)-BigInt(1),i=[];for(;i.push(e&r),e>>BigInt(63)!==t;)e>>=BigInt(64);n=new Uint8Array(new BigUint64Array(i).buffer),n.reverse()}else{let t=e<0,r=(t?~e:e).toString(16);if(r.length%2?r=`0`+r:parseInt(r.charAt(0),16)>=8&&(r=`00`+r),Tr)n=Buffer.from(r,`hex`);else{n=new Uint8Array(r.length/2);for(let e=0;e<n.length;e++)n[e]=parseInt(r.slice(e*2,e*2+2),16)}if(t)for(let e=0;e<n.length;e++)n[e]=~n[e]}n.length+Y>X&&O(n.length+Y),Y=Rr(n,q,Y,66);return}else throw RangeError(e+` was too large to fit in MessagePack 64-bit integer format, use useBigIntExtension, or set largeBigIntToFloat to convert to float-64, or set largeBigIntToString to convert to string`);Y+=8}else if(n===`undefined`)this.encodeUndefinedAsNil?q[Y++]=192:(q[Y++]=212,q[Y++]=0,q[Y++]=0);else throw Error(`Unknown type: `+n)},w=this.variableMapSize||this.coercibleKeyAsNumber||this.skipValues?e=>{let t;if(this.skipValues){t=[];for(let n in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(n))&&!this.skipValues.includes(e[n])&&t.push(n)}else t=Object.keys(e);let n=t.length;n<16?q[Y++]=128|n:n<65536?(q[Y++]=222,q[Y++]=n>>8,q[Y++]=n&255):(q[Y++]=223,J.setUint32(Y,n),Y+=4);let r;if(this.coercibleKeyAsNumber)for(let i=0;i<n;i++){r=t[i];let n=Number(r);C(isNaN(n)?r:n),C(e[r])}else for(let i=0;i<n;i++)C(r=t[i]),C(e[r])}:e=>{q[Y++]=222;let n=Y-t;Y+=2;let r=0;for(let t in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(t))&&(C(t),C(e[t]),r++);if(r>65535)throw Error(`Object is too large to serialize with fast 16-bit map size, use the "variableMapSize" option to serialize this object`);q[n+++t]=r>>8,q[n+t]=r&255},T=this.useRecords===!1?w:e.progressiveRecords&&!d&&u>0?e=>{let n,i=r.transitions||(r.transitions=Object.create(null)),a=Y++-t,o;for(let s in e)if(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(s)){if(n=i[s],n)i=n;else{let c=Object.keys(e),l=i;i=r.transitions;let u=0;for(let e=0,t=c.length;e<t;e++){let t=c[e];n=i[t],n||(n=i[t]=Object.create(null),u++),i=n}a+t+1==Y?(Y--,k(i,c,u)):ne(i,c,a,u),o=!0,i=l[s]}C(e[s])}if(!o){let n=i[jr];n?q[a+t]=n:ne(i,Object.keys(e),a,0)}}:e=>{let t,n=r.transitions||(r.transitions=Object.create(null)),i=0;for(let r in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(r))&&(t=n[r],t||(t=n[r]=Object.create(null),i++),n=t);let a=n[jr];if(a)a>=96&&d?(q[Y++]=((a-=96)&31)+96,q[Y++]=a>>5):q[Y++]=a;else if(k(n,n.__keys__||Object.keys(e),i)===!1)return w(e);for(let t in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(t))&&C(e[t])},te=typeof this.useRecords==`function`&&this.useRecords,E=te?e=>{te(e)?T(e):w(e)}:T,D=e=>{let i=o._writeStruct(e,q,t,Y,r,O,(e,t,r)=>{if(r)return n=!0;Y=t;let i=q;return C(e),S(),i===q?Y:{position:Y,targetView:J,target:q}});if(i===0)return E(e);Y=i},O=e=>{let n;if(e>16777216){if(e-t>Dr)throw Error(`Packed buffer would be larger than maximum buffer size`);n=Math.min(Dr,Math.round(Math.max((e-t)*(e>67108864?1.25:2),4194304)/4096)*4096)}else n=(Math.max(e-t<<2,q.length-1)>>12)+1<<12;let r=new K(n);return J=r.dataView||=new DataView(r.buffer,0,n),e=Math.min(e,q.length),q.copy?q.copy(r,0,t,e):r.set(q.slice(t,e)),Y-=t,t=0,X=r.length-10,q=r},k=(e,t,i)=>{let a=r.nextId;if(a||=64,a<f&&(v&&this.saveStructures||this.shouldShareStructure&&!this.shouldShareStructure(t))){if(v&&this.saveStructures&&(!this.shouldShareStructure||this.shouldShareStructure(t))&&(y||=[]).push(t),!u)return!1;a=r.nextOwnId,a<p||(a=f),r.nextOwnId=a+1}else{if(a>=p){if(!u)return!1;a=f}r.nextId=a+1}let o=t.highByte=a>=96&&d?a-96>>5:-1;e[jr]=a,e.__keys__=t,r[a-64]=t,a<f?(t.isShared=!0,r.sharedLength=a-63,n=!0,o>=0?(q[Y++]=(a&31)+96,q[Y++]=o):q[Y++]=a):(o>=0?(q[Y++]=213,q[Y++]=114,q[Y++]=(a&31)+96,q[Y++]=o):(q[Y++]=212,q[Y++]=114,q[Y++]=a),i&&(h+=g*i),m.length>=u&&(m.shift()[jr]=0),m.push(e),C(t))},ne=(e,n,r,i)=>{let a=q,o=Y,s=X,c=t;q=Or,Y=0,t=0,q||(Or=q=new K(8192)),X=q.length-10,k(e,n,i),Or=q;let l=Y;if(q=a,Y=o,X=s,t=c,l>1){let e=Y+l-1;e>X&&O(e);let n=r+t;q.copyWithin(n+l,n+1,Y),q.set(Or.slice(0,l),n),Y=e}else q[r+t]=Or[0]}}useBuffer(e){q=e,q.dataView||(q.dataView=new DataView(q.buffer,q.byteOffset,q.byteLength)),J=q.dataView,Y=0}set position(e){Y=e}get position(){return Y}clearSharedData(){this.structures&&(this.structures=[],this.lastNamedStructuresLength=0),this.typedStructs&&=[]}};const Nr=Date.prototype.toJSON,Pr=typeof Buffer<`u`?Buffer.prototype.toJSON:Nr;wr=[Date,Set,Error,RegExp,ArrayBuffer,Object.getPrototypeOf(Uint8Array.prototype).constructor,DataView,zn],Cr=[{pack(e,t,n){let r=e.getTime()/1e3;if((this.useTimestamp32||e.getMilliseconds()===0)&&r>=0&&r<4294967296){let{target:e,targetView:n,position:i}=t(6);e[i++]=214,e[i++]=255,n.setUint32(i,r)}else if(r>0&&r<4294967296){let{target:n,targetView:i,position:a}=t(10);n[a++]=215,n[a++]=255,i.setUint32(a,e.getMilliseconds()*4e6+(r/1e3/4294967296|0)),i.setUint32(a+4,r)}else if(isNaN(r)){if(this.onInvalidDate)return t(0),n(this.onInvalidDate());let{target:e,targetView:r,position:i}=t(3);e[i++]=212,e[i++]=255,e[i++]=255}else{let{target:n,targetView:i,position:a}=t(15);n[a++]=199,n[a++]=12,n[a++]=255,i.setUint32(a,e.getMilliseconds()*1e6),i.setBigInt64(a+4,BigInt(Math.floor(r)))}}},{pack(e,t,n){if(this.setAsEmptyObject)return t(0),n({});let r=Array.from(e),{target:i,position:a}=t(this.moreTypes?3:0);this.moreTypes&&(i[a++]=212,i[a++]=115,i[a++]=0),n(r)}},{pack(e,t,n){let{target:r,position:i}=t(this.moreTypes?3:0);this.moreTypes&&(r[i++]=212,r[i++]=101,r[i++]=0),n([e.name,e.message,e.cause])}},{pack(e,t,n){let{target:r,position:i}=t(this.moreTypes?3:0);this.moreTypes&&(r[i++]=212,r[i++]=120,r[i++]=0),n([e.source,e.flags])}},{pack(e,t){this.moreTypes?Ir(e,16,t):Lr(Tr?Buffer.from(e):new Uint8Array(e),t)}},{pack(e,t){let n=e.constructor;n!==Er&&this.moreTypes?Ir(e,hr.indexOf(n.name),t):Lr(e,t)}},{pack(e,t){this.moreTypes?Ir(e,17,t):Lr(Tr?Buffer.from(e):new Uint8Array(e),t)}},{pack(e,t){let{target:n,position:r}=t(1);n[r]=193}}];const Fr=Cr.length;function Ir(e,t,n,r){let i=e.byteLength;if(i+1<256){var{target:a,position:o}=n(4+i);a[o++]=199,a[o++]=i+1}else if(i+1<65536){var{target:a,position:o}=n(5+i);a[o++]=200,a[o++]=i+1>>8,a[o++]=i+1&255}else{var{target:a,position:o,targetView:s}=n(7+i);a[o++]=201,s.setUint32(o,i+1),o+=4}a[o++]=116,a[o++]=t,e.buffer||(e=new Uint8Array(e)),a.set(new Uint8Array(e.buffer,e.byteOffset,e.byteLength),o)}function Lr(e,t){let n=e.byteLength;var r,i;if(n<256){var{target:r,position:i}=t(n+2);r[i++]=196,r[i++]=n}else if(n<65536){var{target:r,position:i}=t(n+3);r[i++]=197,r[i++]=n>>8,r[i++]=n&255}else{var{target:r,position:i,targetView:a}=t(n+5);r[i++]=198,a.setUint32(i,n),i+=4}r.set(e,i)}function Rr(e,t,n,r){let i=e.length;switch(i){case 1:t[n++]=212;break;case 2:t[n++]=213;break;case 4:t[n++]=214;break;case 8:t[n++]=215;break;case 16:t[n++]=216;break;default:i<256?(t[n++]=199,t[n++]=i):i<65536?(t[n++]=200,t[n++]=i>>8,t[n++]=i&255):(t[n++]=201,t[n++]=i>>24,t[n++]=i>>16&255,t[n++]=i>>8&255,t[n++]=i&255)}return t[n++]=r,t.set(e,n),n+=i,n}function zr(e,t){let n,r=t.length*6,i=e.length-r;for(;n=t.pop();){let t=n.offset,a=n.id;e.copyWithin(t+r,t,i),r-=6;let o=t+r;e[o++]=214,e[o++]=105,e[o++]=a>>24,e[o++]=a>>16&255,e[o++]=a>>8&255,e[o++]=a&255,i=t}return e}function Br(e,t,n){if(Z.length>0){J.setUint32(Z.position+e,Y+n-Z.position-e),Z.stringsPosition=Y-e;let r=Z;Z=null,t(r[0]),t(r[1])}}function Vr(e,t){return e.isCompatible=e=>{let n=!e||(t.lastNamedStructuresLength||0)===e.length;return n||t._mergeStructures(e),n},e}Mr.SUPPORTS_STRUCT_HOOKS=!0;let Hr=new Mr({useRecords:!1});Hr.pack,Hr.pack;const{NEVER:Ur,ALWAYS:Wr,DECIMAL_ROUND:Gr,DECIMAL_FIT:Kr}=xr,qr=`6.7.0`;function Jr({code:e,jobId:t,parentKey:n,command:r,state:i}){let a;switch(e){case Ye.JobNotExist:a=Error(`Missing key for job ${t}. ${r}`);break;case Ye.JobLockNotExist:a=Error(`Missing lock for job ${t}. ${r}`);break;case Ye.JobNotInState:a=Error(`Job ${t} is not in the ${i} state. ${r}`);break;case Ye.JobPendingChildren:a=Error(`Job ${t} has pending dependencies. ${r}`);break;case Ye.ParentJobNotExist:a=Error(`Missing key for parent job ${n}. ${r}`);break;case Ye.JobLockMismatch:a=Error(`Lock mismatch for job ${t}. Cmd ${r} from ${i}`);break;case Ye.ParentJobCannotBeReplaced:a=Error(`The parent job ${n} cannot be replaced. ${r}`);break;case Ye.JobBelongsToJobScheduler:a=Error(`Job ${t} belongs to a job scheduler and cannot be removed directly. ${r}`);break;case Ye.JobHasFailedChildren:a=new wn(`Cannot complete job ${t} because it has at least one failed child. ${r}`);break;case Ye.SchedulerJobIdCollision:a=Error(`Cannot create job scheduler iteration - job ID already exists. ${r}`);break;case Ye.SchedulerJobSlotsBusy:a=Error(`Cannot create job scheduler iteration - current and next time slots already have jobs. ${r}`);break;default:a=Error(`Unknown code ${e} error for ${t}. ${r}`)}return a.code=e,a}var Yr=class{constructor(e=`bull`){this.prefix=e}getKeys(e){let t={};return[``,`active`,`wait`,`waiting-children`,`paused`,`id`,`delayed`,`prioritized`,`stalled-check`,`completed`,`failed`,`stalled`,`repeat`,`limiter`,`meta`,`events`,`pc`,`marker`,`de`].forEach(n=>{t[n]=this.toKey(e,n)}),t}toKey(e,t){return`${this.getQueueQualifiedName(e)}:${t}`}getQueueQualifiedName(e){return`${this.prefix}:${e}`}};const Q=new Mr({useRecords:!1,encodeUndefinedAsNil:!0}).pack;function Xr(e){return e.status===`ready`||e.status===`connect`&&fn(e)}async function Zr(e,t,n){Xr(t)||await n(),Xr(t)&&(await e.disconnect(!0),await n())}var Qr=class e extends s{constructor(e,t,n,r,i,a,o=!0){super(),this.connection=e,this.name=t,this.blockingConnection=a,this.ownsConnection=o,this.version=qr,this.redisPrefix=i.prefix??`bull`;let s=this;this.queue={keys:n,toKey:r,opts:i,get closing(){return s.closing},get client(){return s.connection.client},get blockingClient(){return s.blockingConnection?.client},get redisVersion(){return s.connection.redisVersion},get databaseType(){return s.connection.databaseType}},this.moveToFinishedKeys=[n.wait,n.active,n.prioritized,n.events,n.stalled,n.limiter,n.delayed,n.paused,n.meta,n.pc,void 0,void 0,void 0,void 0],this.ownsConnection&&this.forwardConnectionEvents()}forQueue(t,n){let r=n??this.redisPrefix,i=new Yr(r);return new e(this.connection,t,i.getKeys(t),e=>i.toKey(t,e),Object.assign(Object.assign({},this.queue.opts),{prefix:r}),this.blockingConnection,!1)}get qualifiedName(){return`${this.redisPrefix}:${this.name}`}get keys(){return this.queue.keys}toKey(e){return this.queue.toKey(e)}parseNodeKey(e){let t=e.lastIndexOf(`:`),n=e.lastIndexOf(`:`,t-1);if(t===-1||n===-1){let[t=``,n=``,r=``]=e.split(`:`);return{prefix:t,queueName:n,id:r}}return{prefix:e.slice(0,n),queueName:e.slice(n+1,t),id:e.slice(t+1)}}clientName(e=``){let t=Buffer.from(this.name).toString(`base64`);return`${this.redisPrefix}:${t}${e}`}forwardConnectionEvents(){this.connection.on(`error`,e=>this.emit(`error`,e)),this.connection.on(`ready`,()=>this.emit(`ready`)),this.connection.on(`close`,()=>this.emit(`close`)),this.blockingConnection&&(this.blockingConnection.on(`error`,e=>this.emit(`error`,e)),this.blockingConnection.on(`ready`,()=>this.emit(`ready`)))}async waitUntilReady(){await this.connection.client,this.blockingConnection&&await this.blockingConnection.client}async close(e=!1){if(this.ownsConnection)return this.closing||=(async()=>{this.blockingConnection&&await this.blockingConnection.close(e),await this.connection.close(e)})(),this.closing}async disconnect(){this.ownsConnection&&(await this.connection.disconnect(),this.blockingConnection&&await this.blockingConnection.disconnect())}async setName(e){let t=await this.connection.client;try{await t.clientSetName(e)}catch(e){if(!hn.test(e.message)&&!this.closing)throw e}}get client(){return this.connection.client}get blockingClient(){return this.blockingConnection?.client}get redisVersion(){return this.connection.redisVersion}get databaseType(){return this.connection.databaseType}get minimumBlockTimeout(){return(this.blockingConnection??this.connection).capabilities.canBlockFor1Ms?.001:.002}get maximumBlockTimeout(){return 10}async disconnectBlocking(e=!0){this.blockingConnection&&await this.blockingConnection.disconnect(e)}async reconnectBlocking(){this.blockingConnection&&await this.blockingConnection.reconnect()}execCommand(e,t,n){let r=`${t}:${this.version}`;return e.runCommand(r,n)}async isJobInState(e,t){let n=await this.queue.client;if(e===`waiting`)return await this.isJobInState(`wait`,t)||await this.isJobInState(`paused`,t);if(e===`wait`||e===`active`||e===`paused`){let r=this.queue.toKey(e),i;return i=_n(this.queue.redisVersion,`6.0.6`,this.queue.databaseType)?await this.execCommand(n,`isJobInList`,[r,t]):await n.lpos(r,t),Number.isInteger(i)}if(e===`prioritized`||e===`completed`||e===`failed`||e===`delayed`||e===`waiting-children`)return await n.zscore(this.queue.toKey(e),t)!==null;throw Error(`Unknown job state: ${e}`)}addDelayedJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.marker,i.meta,i.id,i.delayed,i.completed,i.events];return a.push(Q(n),e.data,t),a}addDelayedJob(e,t,n,r,i=this.queue.keys){let a=this.addDelayedJobArgs(t,n,r,i);return this.execCommand(e,`addDelayedJob`,a)}addPrioritizedJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.marker,i.meta,i.id,i.prioritized,i.delayed,i.completed,i.active,i.events,i.pc];return a.push(Q(n),e.data,t),a}addPrioritizedJob(e,t,n,r,i=this.queue.keys){let a=this.addPrioritizedJobArgs(t,n,r,i);return this.execCommand(e,`addPrioritizedJob`,a)}addParentJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.meta,i.id,i.delayed,i[`waiting-children`],i.completed,i.events];return a.push(Q(n),e.data,t),a}addParentJob(e,t,n,r,i=this.queue.keys){let a=this.addParentJobArgs(t,n,r,i);return this.execCommand(e,`addParentJob`,a)}addStandardJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.wait,i.paused,i.meta,i.id,i.completed,i.delayed,i.active,i.events,i.marker];return a.push(Q(n),e.data,t),a}addStandardJob(e,t,n,r,i=this.queue.keys){let a=this.addStandardJobArgs(t,n,r,i);return this.execCommand(e,`addStandardJob`,a)}async addJobToTransaction(e,t,n,r={},i=this.queue.keys){let a=t.opts,o=i,s=t.parent,c=[o[``],n===void 0?``:n,t.name,t.timestamp,t.parentKey||null,r.parentDependenciesKey||null,s,t.repeatJobKey,t.deduplicationId?`${o.de}:${t.deduplicationId}`:null,r.deferParentRelease?1:null],l=Q(ni(a)),u;if(u=r.addToWaitingChildren?await this.addParentJob(e,t,l,c,i):typeof a.delay==`number`&&a.delay>0?await this.addDelayedJob(e,t,l,c,i):a.priority?await this.addPrioritizedJob(e,t,l,c,i):await this.addStandardJob(e,t,l,c,i),u<0)throw this.finishedErrors({code:u,parentKey:r.parentKey,command:`addJob`});return u}async addJob(e,t,n={}){let r=await this.queue.client;return this.addJobToTransaction(r,e,t,n)}async addJobs(e){let t=(await this.queue.client).pipeline();for(let n of e)this.addJobToTransaction(t,n.job,n.jobId,n.parentKeyOpts);let n=await t.exec(),r=[];for(let[e,t]of n){if(e)throw e;r.push(t)}return r}async addFlow(e){let t=(await this.queue.client).multi(),n=new Map;for(let r of e){let e=new Yr(r.prefix).getKeys(r.queueName);await this.addJobToTransaction(t,r.jobData,r.jobId,Object.assign(Object.assign({},r.parentKeyOpts),{deferParentRelease:!0}),e);let i=r.jobData.parent,a=r.parentKeyOpts?.parentKey;i&&a&&n.set(a,{parentId:i.id,parentKey:a,parentQueueKey:i.queueKey})}for(let{parentId:e,parentKey:r,parentQueueKey:i}of n.values())this.execCommand(t,`releaseParentIfNoPendingDependencies`,[r,`${r}:dependencies`,i,e,Date.now()]);let r=await t.exec();for(let[t]of r.slice(e.length))if(t)throw t;return r.slice(0,e.length)}pauseArgs(e,t=!0){let n=`wait`,r=`paused`;e||(n=`paused`,r=`wait`);let i=[n,r,`meta`,`prioritized`].map(e=>this.queue.toKey(e));i.push(this.queue.keys.events,this.queue.keys.delayed,this.queue.keys.marker);let a=[e?`paused`:`resumed`,t?`1`:`0`];return i.concat(a)}async pause(e){let t=await this.queue.client;if(e){let e=this.pauseArgs(!0);await this.execCommand(t,`pause`,e);return}let n=0,r=!0;do{let e=this.pauseArgs(!1,r);n=Number(await this.execCommand(t,`pause`,e)),r=!1}while(n>0)}async removeDeduplicationKey(e,t){let n=await this.queue.client,r=[`${this.queue.keys.de}:${e}`],i=[t];return this.execCommand(n,`removeDeduplicationKey`,r.concat(i))}async addJobScheduler(e,t,n,r,i,a,o){let s=await this.queue.client,c=this.queue.keys,l=[c.repeat,c.delayed,c.wait,c.paused,c.meta,c.prioritized,c.marker,c.id,c.events,c.pc,c.active],u=[t,Q(i),e,n,Q(ni(r)),Q(ni(a)),Date.now(),c[``],o?this.queue.toKey(o):``],d=await this.execCommand(s,`addJobScheduler`,l.concat(u));if(typeof d==`number`&&d<0)throw this.finishedErrors({code:d,command:`addJobScheduler`});return d}async updateJobSchedulerNextMillis(e,t,n,r,i){let a=await this.queue.client,o=this.queue.keys,s=[o.repeat,o.delayed,o.wait,o.paused,o.meta,o.prioritized,o.marker,o.id,o.events,o.pc,i?this.queue.toKey(i):``,o.active],c=[t,e,n,Q(ni(r)),Date.now(),o[``],i];return this.execCommand(a,`updateJobScheduler`,s.concat(c))}async removeJobScheduler(e){let t=await this.queue.client,n=this.queue.keys,r=[n.repeat,n.delayed,n.events],i=[e,n[``]];return this.execCommand(t,`removeJobScheduler`,r.concat(i))}removeArgs(e,t){let n=[e,`repeat`].map(e=>this.queue.toKey(e)),r=[e,+!!t,this.queue.toKey(``)];return n.concat(r)}async remove(e,t){let n=await this.queue.client,r=this.removeArgs(e,t),i=await this.execCommand(n,`removeJob`,r);if(i<0)throw this.finishedErrors({code:i,jobId:e,command:`removeJob`});return i}async removeUnprocessedChildren(e){let t=await this.queue.client,n=[this.queue.toKey(e),this.queue.keys.meta,this.queue.toKey(``),e];await this.execCommand(t,`removeUnprocessedChildren`,n)}async extendLock(e,t,n,r){r||=await this.queue.client;let i=[this.queue.toKey(e)+`:lock`,this.queue.keys.stalled,t,n,e];return this.execCommand(r,`extendLock`,i)}async extendLocks(e,t,n){let r=await this.queue.client,i=[this.queue.keys.stalled,this.queue.toKey(``),Q(t),Q(e),n];return this.execCommand(r,`extendLocks`,i)}async updateData(e,t){let n=await this.queue.client,r=[this.queue.toKey(e.id)],i=JSON.stringify(t),a=await this.execCommand(n,`updateData`,r.concat([i]));if(a<0)throw this.finishedErrors({code:a,jobId:e.id,command:`updateData`})}async updateProgress(e,t){let n=await this.queue.client,r=[this.queue.toKey(e),this.queue.keys.events,this.queue.keys.meta],i=JSON.stringify(t),a=await this.execCommand(n,`updateProgress`,r.concat([e,i]));if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`updateProgress`})}async addLog(e,t,n){let r=await this.queue.client,i=[this.queue.toKey(e),this.queue.toKey(e)+`:logs`],a=await this.execCommand(r,`addLog`,i.concat([e,t,n||``]));if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`addLog`});return a}moveToFinishedArgs(e,t,n,r,i,a,o,s=!0,c){let l=this.queue.keys,u=this.queue.opts,d=i===`completed`?u.removeOnComplete:u.removeOnFail,f=this.queue.toKey(`metrics:${i}`),p=this.moveToFinishedKeys;p[10]=l[i],p[11]=this.queue.toKey(e.id??``),p[12]=f,p[13]=this.queue.keys.marker;let m=this.getKeepJobs(r,d),h=[e.id,o,n,t===void 0?`null`:t,i,!s||this.queue.closing?0:1,l[``],Q({token:a,name:u.name,keepJobs:m,limiter:u.limiter,lockDuration:u.lockDuration,attempts:e.opts.attempts,maxMetricsSize:u.metrics?.maxDataPoints?u.metrics?.maxDataPoints:``,fpof:!!e.opts?.failParentOnFailure,cpof:!!e.opts?.continueParentOnFailure,idof:!!e.opts?.ignoreDependencyOnFailure,rdof:!!e.opts?.removeDependencyOnFailure}),c?Q(an(c)):void 0];return p.concat(h)}getKeepJobs(e,t){return e===void 0?t||{count:e?0:-1}:typeof e==`object`?e:typeof e==`number`?{count:e}:{count:e?0:-1}}async moveToFinished(e,t){let n=await this.queue.client,r=await this.execCommand(n,`moveToFinished`,t);if(r<0)throw this.finishedErrors({code:r,jobId:e,command:`moveToFinished`,state:`active`});if(r!==void 0)return $r(r)}drainArgs(e){let t=this.queue.keys,n=[t.wait,t.paused,t.delayed,t.prioritized,t.repeat],r=[t[``],e?`1`:`0`];return n.concat(r)}async drain(e){let t=await this.queue.client,n=this.drainArgs(e);return this.execCommand(t,`drain`,n)}removeChildDependencyArgs(e,t){let n=[this.queue.keys[``]],r=[this.queue.toKey(e),t];return n.concat(r)}async removeChildDependency(e,t){let n=await this.queue.client,r=this.removeChildDependencyArgs(e,t),i=await this.execCommand(n,`removeChildDependency`,r);switch(i){case 0:return!0;case 1:return!1;default:throw this.finishedErrors({code:i,jobId:e,parentKey:t,command:`removeChildDependency`})}}getRangesArgs(e,t,n,r){let i=this.queue.keys,a=e.map(e=>e===`waiting`?`wait`:e),o=[i[``]],s=[t,n,r?`1`:`0`,...a];return o.concat(s)}async getRanges(e,t=0,n=1,r=!1){let i=await this.queue.client,a=this.getRangesArgs(e,t,n,r);return await this.execCommand(i,`getRanges`,a)}getJobsArgs(e,t,n,r){let i=this.queue.keys,a=[...new Set(e.map(e=>e===`waiting`?`wait`:e))],o=[i[``]],s=[t,n,r?`1`:`0`,5,...a];return o.concat(s)}async getJobs(e,t=0,n=-1,r=!1){let i=await this.queue.client,a=this.getJobsArgs(e,t,n,r);return await this.execCommand(i,`getJobs`,a)}getCountsArgs(e,t){let n=this.queue.keys,r=e.map(e=>e===`waiting`?`wait`:e),i=[n[``]],a=t===void 0?r:[t,...r];return i.concat(a)}async getCounts(e,t){let n=await this.queue.client,r=this.getCountsArgs(e,t);return await this.execCommand(n,`getCounts`,r)}getCountsPerPriorityArgs(e){let t=[this.queue.keys.wait,this.queue.keys.prioritized],n=e;return t.concat(n)}async getCountsPerPriority(e){let t=await this.queue.client,n=this.getCountsPerPriorityArgs(e);return await this.execCommand(t,`getCountsPerPriority`,n)}getDependencyCountsArgs(e,t){let n=[`${e}:processed`,`${e}:dependencies`,`${e}:failed`,`${e}:unsuccessful`].map(e=>this.queue.toKey(e)),r=t;return n.concat(r)}async getDependencyCounts(e,t){let n=await this.queue.client,r=this.getDependencyCountsArgs(e,t);return await this.execCommand(n,`getDependencyCounts`,r)}moveToCompletedArgs(e,t,n,r,i=!1){let a=Date.now();return this.moveToFinishedArgs(e,t,`returnvalue`,n,`completed`,r,a,i)}moveToFailedArgs(e,t,n,r,i=!1,a){let o=Date.now();return this.moveToFinishedArgs(e,t,`failedReason`,n,`failed`,r,o,i,a)}async isFinished(e,t=!1){let n=await this.queue.client,r=[`completed`,`failed`,e].map(e=>this.queue.toKey(e));return this.execCommand(n,`isFinished`,r.concat([e,t?`1`:``]))}async getState(e){let t=await this.queue.client,n=[`completed`,`failed`,`delayed`,`active`,`wait`,`paused`,`waiting-children`,`prioritized`].map(e=>this.queue.toKey(e));return _n(this.queue.redisVersion,`6.0.6`,this.queue.databaseType)?this.execCommand(t,`getState`,n.concat([e])):this.execCommand(t,`getStateV2`,n.concat([e]))}async changeDelay(e,t){let n=await this.queue.client,r=this.changeDelayArgs(e,t),i=await this.execCommand(n,`changeDelay`,r);if(i<0)throw this.finishedErrors({code:i,jobId:e,command:`changeDelay`,state:`delayed`})}changeDelayArgs(e,t){let n=Date.now();return[this.queue.keys.delayed,this.queue.keys.meta,this.queue.keys.marker,this.queue.keys.events,t,JSON.stringify(n),e,this.queue.toKey(e)]}async changePriority(e,t=0,n=!1){let r=await this.queue.client,i=this.changePriorityArgs(e,t,n),a=await this.execCommand(r,`changePriority`,i);if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`changePriority`})}changePriorityArgs(e,t=0,n=!1){return[this.queue.keys.wait,this.queue.keys.paused,this.queue.keys.meta,this.queue.keys.prioritized,this.queue.keys.active,this.queue.keys.pc,this.queue.keys.marker,t,this.queue.toKey(``),e,+!!n]}moveToDelayedArgs(e,t,n,r,i={}){let a=this.queue.keys,o=this.queue.opts,s=[a.marker,a.active,a.prioritized,a.delayed,this.queue.toKey(e),a.events,a.meta,a.stalled,a.wait,a.limiter,a.pc],c=i.fetchNext&&!this.queue.closing?1:0;return s.concat([this.queue.keys[``],t,e,n,r,i.skipAttempt?`1`:`0`,i.fieldsToUpdate?Q(an(i.fieldsToUpdate)):void 0,c,c?Q({token:n,lockDuration:o.lockDuration,limiter:o.limiter,name:o.name}):void 0])}moveToWaitingChildrenArgs(e,t,n){let r=Date.now(),i=mn(n.child);return[`active`,`waiting-children`,e,`${e}:dependencies`,`${e}:unsuccessful`,`stalled`,`events`].map(e=>this.queue.toKey(e)).concat([t,i??``,JSON.stringify(r),e,this.queue.toKey(``)])}isMaxedArgs(){let e=this.queue.keys;return[e.meta,e.active]}async isMaxed(){let e=await this.queue.client,t=this.isMaxedArgs();return!!await this.execCommand(e,`isMaxed`,t)}async moveToDelayed(e,t,n,r=`0`,i={}){let a=await this.queue.client,o=this.moveToDelayedArgs(e,t,r,n,i),s=await this.execCommand(a,`moveToDelayed`,o);if(s<0)throw this.finishedErrors({code:s,jobId:e,command:`moveToDelayed`,state:`active`});if(s!==void 0)return $r(s)}async moveToWaitingChildren(e,t,n={}){let r=await this.queue.client,i=this.moveToWaitingChildrenArgs(e,t,n),a=await this.execCommand(r,`moveToWaitingChildren`,i);switch(a){case 0:return!0;case 1:return!1;default:throw this.finishedErrors({code:a,jobId:e,command:`moveToWaitingChildren`,state:`active`})}}getRateLimitTtlArgs(e){return[this.queue.keys.limiter,this.queue.keys.meta,e??`0`]}async getRateLimitTtl(e){let t=await this.queue.client,n=this.getRateLimitTtlArgs(e);return this.execCommand(t,`getRateLimitTtl`,n)}async cleanJobsByState(e,t,n=0){let r=await this.queue.client;return this.execCommand(r,`cleanJobsInSet`,[this.queue.toKey(e),this.queue.toKey(`events`),this.queue.toKey(`repeat`),this.queue.toKey(``),t,n,e])}getJobSchedulerArgs(e){return[this.queue.keys.repeat,e]}async getJobScheduler(e){let t=await this.queue.client,n=this.getJobSchedulerArgs(e);return this.execCommand(t,`getJobScheduler`,n)}async isJobScheduler(e){return await(await this.queue.client).hexists(`${this.queue.keys.repeat}:${e}`,`ic`)===1}async getJobSchedulerData(e){return(await this.queue.client).hgetall(this.queue.toKey(`repeat:`+e))}async getJobSchedulersRange(e,t,n){let r=await this.queue.client,i=this.queue.keys.repeat;return n?r.zrange(i,e,t,{WITHSCORES:!0}):r.zrevrange(i,e,t,{WITHSCORES:!0})}async getJobSchedulersCount(){return(await this.queue.client).zcard(this.queue.keys.repeat)}retryJobArgs(e,t,n,r={}){let i=[this.queue.keys.active,this.queue.keys.wait,this.queue.keys.paused,this.queue.toKey(e),this.queue.keys.meta,this.queue.keys.events,this.queue.keys.delayed,this.queue.keys.prioritized,this.queue.keys.pc,this.queue.keys.marker,this.queue.keys.stalled],a=(t?`R`:`L`)+`PUSH`;return i.concat([this.queue.toKey(``),Date.now(),a,e,n,r.fieldsToUpdate?Q(an(r.fieldsToUpdate)):void 0])}async retryJob(e,t,n=`0`,r={}){let i=await this.queue.client,a=this.retryJobArgs(e,t,n,r),o=await this.execCommand(i,`retryJob`,a);if(o<0)throw this.finishedErrors({code:o,jobId:e,command:`retryJob`,state:`active`})}moveJobsToWaitArgs(e,t,n){let r=[this.queue.toKey(``),this.queue.keys.events,this.queue.toKey(e),this.queue.toKey(`wait`),this.queue.toKey(`paused`),this.queue.keys.meta,this.queue.keys.active,this.queue.keys.marker],i=[t,n,e];return r.concat(i)}async retryFinishedJobs(e=`failed`,t=1e3,n=new Date().getTime()){let r=await this.queue.client,i=this.moveJobsToWaitArgs(e,t,n);return this.execCommand(r,`moveJobsToWait`,i)}async promoteJobs(e=1e3){let t=await this.queue.client,n=this.moveJobsToWaitArgs(`delayed`,e,Number.MAX_VALUE);return this.execCommand(t,`moveJobsToWait`,n)}async retryFinishedJob(e,t,n={}){let r=await this.queue.client,i=[this.queue.toKey(e.id),this.queue.keys.events,this.queue.toKey(t),this.queue.keys.wait,this.queue.keys.meta,this.queue.keys.active,this.queue.keys.marker,this.queue.keys.prioritized,this.queue.keys.pc],a=[e.id,(e.opts.lifo?`R`:`L`)+`PUSH`,t===`failed`?`failedReason`:`returnvalue`,t,n.resetAttemptsMade?`1`:`0`,n.resetAttemptsStarted?`1`:`0`],o=await this.execCommand(r,`reprocessJob`,i.concat(a));switch(o){case 1:return;default:throw this.finishedErrors({code:o,jobId:e.id,command:`reprocessJob`,state:t})}}async getMetrics(e,t=0,n=-1){let r=await this.queue.client,i=[this.queue.toKey(`metrics:${e}`),this.queue.toKey(`metrics:${e}:data`)],a=[t,n];return await this.execCommand(r,`getMetrics`,i.concat(a))}async getClientList(){let e=await this.queue.client;if(e.isCluster&&typeof e.nodes==`function`){let t=e.nodes()||[];return Promise.all(t.map(e=>typeof e.clientList==`function`?e.clientList():e.client(`LIST`)))}return[await e.clientList()]}async moveToActive(e,t){let n=await this.queue.client,r=this.queue.opts,i=this.queue.keys,a=[i.wait,i.active,i.prioritized,i.events,i.stalled,i.limiter,i.delayed,i.paused,i.meta,i.pc,i.marker],o=[i[``],Date.now(),Q({token:e,lockDuration:r.lockDuration,limiter:r.limiter,name:t})];return $r(await this.execCommand(n,`moveToActive`,a.concat(o)))}async promote(e){let t=await this.queue.client,n=[this.queue.keys.delayed,this.queue.keys.wait,this.queue.keys.paused,this.queue.keys.meta,this.queue.keys.prioritized,this.queue.keys.active,this.queue.keys.pc,this.queue.keys.events,this.queue.keys.marker],r=[this.queue.toKey(``),e],i=await this.execCommand(t,`promote`,n.concat(r));if(i<0)throw this.finishedErrors({code:i,jobId:e,command:`promote`,state:`delayed`})}moveStalledJobsToWaitArgs(){let e=this.queue.opts,t=[this.queue.keys.stalled,this.queue.keys.wait,this.queue.keys.active,this.queue.keys[`stalled-check`],this.queue.keys.meta,this.queue.keys.paused,this.queue.keys.marker,this.queue.keys.events,this.queue.keys.repeat],n=[e.maxStalledCount,this.queue.toKey(``),Date.now(),e.stalledInterval];return t.concat(n)}async moveStalledJobsToWait(){let e=await this.queue.client,t=this.moveStalledJobsToWaitArgs();return this.execCommand(e,`moveStalledJobsToWait`,t)}async moveJobFromActiveToWait(e,t=`0`){let n=await this.queue.client,r=[this.queue.keys.active,this.queue.keys.wait,this.queue.keys.stalled,this.queue.keys.paused,this.queue.keys.meta,this.queue.keys.limiter,this.queue.keys.prioritized,this.queue.keys.marker,this.queue.keys.events],i=[e,t,this.queue.toKey(e)],a=await this.execCommand(n,`moveJobFromActiveToWait`,r.concat(i));if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`moveJobFromActiveToWait`,state:`active`});return a}async obliterate(e){let t=await this.queue.client,n=[this.queue.keys.meta,this.queue.toKey(``)],r=[e.count,e.force?`force`:null],i=await this.execCommand(t,`obliterate`,n.concat(r));if(i<0)switch(i){case-1:throw Error(`Cannot obliterate non-paused queue`);case-2:throw Error(`Cannot obliterate queue with active jobs`)}return i}async paginate(e,t){let n=await this.queue.client,r=[e],i=t.end>=0?t.end-t.start+1:1/0,a=`0`,o=0,s,c,l,u=[],d=[];do{let e=[t.start+u.length,t.end,a,o,5];t.fetchJobs&&e.push(1),[a,o,s,c,l]=await this.execCommand(n,`paginate`,r.concat(e)),u=u.concat(s),l&&l.length&&(d=d.concat(l.map(e=>ti(rn(e)))))}while(a!=`0`&&u.length<i);if(u.length&&Array.isArray(u[0])){let e=[];for(let t=0;t<u.length;t++){let[n,r]=u[t];try{e.push({id:n,v:JSON.parse(r)})}catch(t){e.push({id:n,err:t.message})}}return{cursor:a,items:e,total:c,jobs:d}}return{cursor:a,items:u.map(e=>({id:e})),total:c,jobs:d}}finishedErrors({code:e,jobId:t,parentKey:n,command:r,state:i}){return Jr({code:e,jobId:t,parentKey:n,command:r,state:i})}async removeOrphanedJobsBatch(e,t,n){let r=await this.queue.client,i=[this.queue.toKey(``),t.length,...t,n.length,...n,...e];return this.execCommand(r,`removeOrphanedJobs`,i)}async removeOrphanedJobs(e=1e3,t=0){let n=await this.queue.client,r=this.queue.keys,i=new Set(Object.keys(r)),a=Object.keys(r).filter(e=>e!==``),o=[`logs`,`dependencies`,`processed`,`failed`,`unsuccessful`,`lock`],s=r[``],c=s+`*`,l=0,u=`0`;do{let[r,d]=await n.scan(u,{MATCH:c,COUNT:e});u=r;let f=new Set;for(let e of d){let t=e.slice(s.length);if(i.has(t))continue;let n=t.indexOf(`:`);if(n!==-1){let e=t.slice(0,n);if(i.has(e))continue}let r=n===-1?t:t.slice(0,n);if(n!==-1){let e=t.slice(n+1);if(!o.includes(e))continue}f.add(r)}if(f.size===0)continue;let p=await this.removeOrphanedJobsBatch([...f],a,o);if(l+=p||0,t>0&&l>=t)break}while(u!==`0`);return l}async moveToCompleted(e,t,n,r,i){let a=en(JSON.stringify,JSON,[t]);if(a===$t)throw $t.value;let o=this.moveToCompletedArgs(e,a,n,r,i);return{result:await this.moveToFinished(e.id,o),finishedOn:o[this.moveToFinishedKeys.length+1]}}async moveToFailed(e,t,n,r,i,a){let o=this.moveToFailedArgs(e,t,n,r,i,a);return{result:await this.moveToFinished(e.id,o),finishedOn:o[this.moveToFinishedKeys.length+1]}}async getJobData(e){let t=await(await this.queue.client).hgetall(this.queue.toKey(e));return nn(t)?void 0:ti(t)}async getDeduplicationJobId(e){return(await this.queue.client).get(`${this.queue.keys.de}:${e}`)}async getJobLogs(e,t,n,r){let i=(await this.queue.client).multi(),a=this.queue.toKey(e+`:logs`);r?i.lrange(a,t,n):i.lrange(a,-(n+1),-(t+1)),i.llen(a);let o=await i.exec();return r||o[0][1].reverse(),{logs:o[0][1],count:o[1][1]}}async clearLogs(e,t){let n=await this.queue.client,r=this.queue.toKey(e)+`:logs`;t?await n.ltrim(r,-t,-1):await n.del(r)}async getProcessedChildrenValues(e){return await(await this.queue.client).hgetall(this.queue.toKey(`${e}:processed`))}async getIgnoredChildrenFailures(e){return(await this.queue.client).hgetall(this.queue.toKey(`${e}:failed`))}async getDependencies(e,t={}){let n=(await this.queue.client).pipeline();if(!t.processed&&!t.unprocessed&&!t.ignored&&!t.failed){n.hgetall(this.queue.toKey(`${e}:processed`)),n.smembers(this.queue.toKey(`${e}:dependencies`)),n.hgetall(this.queue.toKey(`${e}:failed`)),n.zrange(this.queue.toKey(`${e}:unsuccessful`),0,-1);let[[t,r],[i,a],[o,s],[c,l]]=await n.exec();return{processed:vn(r),unprocessed:a,failed:l,ignored:s}}{let r={cursor:0,count:20},i=[];if(t.processed){i.push(`processed`);let a=Object.assign(Object.assign({},r),t.processed);n.hscan(this.queue.toKey(`${e}:processed`),a.cursor,{COUNT:a.count})}if(t.unprocessed){i.push(`unprocessed`);let a=Object.assign(Object.assign({},r),t.unprocessed);n.sscan(this.queue.toKey(`${e}:dependencies`),a.cursor,{COUNT:a.count})}if(t.ignored){i.push(`ignored`);let a=Object.assign(Object.assign({},r),t.ignored);n.hscan(this.queue.toKey(`${e}:failed`),a.cursor,{COUNT:a.count})}let a;if(t.failed){i.push(`failed`);let o=Object.assign(Object.assign({},r),t.failed);a=o.cursor+o.count,n.zrange(this.queue.toKey(`${e}:unsuccessful`),o.cursor,o.count-1)}let o=await n.exec(),s,c,l,u,d,f,p;return i.forEach((e,t)=>{switch(e){case`processed`:{s=o[t][1][0];let e=o[t][1][1],n={};for(let t=0;t<e.length;++t)t%2&&(n[e[t-1]]=JSON.parse(e[t]));c=n;break}case`failed`:d=o[t][1];break;case`ignored`:{f=o[t][1][0];let e=o[t][1][1],n={};for(let t=0;t<e.length;++t)t%2&&(n[e[t-1]]=e[t]);p=n;break}case`unprocessed`:l=o[t][1][0],u=o[t][1][1]}}),Object.assign(Object.assign(Object.assign(Object.assign({},s?{processed:c,nextProcessedCursor:Number(s)}:{}),f?{ignored:p,nextIgnoredCursor:Number(f)}:{}),a?{failed:d,nextFailedCursor:a}:{}),l?{unprocessed:u,nextUnprocessedCursor:Number(l)}:{})}}async setQueueMeta(e){return(await this.queue.client).hset(this.queue.keys.meta,e)}async getQueueMetaField(e){return(await this.queue.client).hget(this.queue.keys.meta,e)}async getQueueMetaFields(e){return(await this.queue.client).hmget(this.queue.keys.meta,...e)}async getQueueMeta(){return(await this.queue.client).hgetall(this.queue.keys.meta)}async removeQueueMetaFields(e){return(await this.queue.client).hdel(this.queue.keys.meta,...e)}async hasQueueMetaField(e){return await(await this.queue.client).hexists(this.queue.keys.meta,e)===1}async setRateLimit(e){await(await this.queue.client).set(this.queue.keys.limiter,2**53-1,{PX:e})}async removeRateLimitKey(){return(await this.queue.client).del(this.queue.keys.limiter)}async removeDeprecatedPriorityKey(){return(await this.queue.client).del(this.queue.toKey(`priority`))}async deleteDeduplicationKey(e){return(await this.queue.client).del(`${this.queue.keys.de}:${e}`)}async trimEvents(e){return(await this.queue.client).xtrim(this.queue.keys.events,`MAXLEN`,e,{approximate:!0})}async waitForJob(e){let t=this.blockingConnection??this.connection,n=await this.queue.blockingClient,r=t.capabilities.canDoubleTimeout?e:Math.ceil(e),i=n.bzpopmin(this.queue.keys.marker,r);i.catch(()=>null);let a=!1,o,s=new Promise(e=>{o=setTimeout(()=>{a=!0,e(null)},r*1e3+1e3)});try{let e=await Promise.race([i,s]);if(e){let[,t,n]=e;if(t)return{member:t,score:parseInt(n)}}return null}finally{if(clearTimeout(o),a&&!this.closing)try{await Zr(this.blockingConnection??this.connection,n,()=>this.reconnectBlocking())}catch{}}}async publishEvent(e,t){return(await this.queue.client).xadd(this.queue.keys.events,`*`,e,{MAXLEN:t,approximate:!0})}async readEvents(e,t){let n=await this.queue.client,r=n.xread([{key:this.queue.keys.events,id:e}],{BLOCK:t});if(t<=0)return r;r.catch(()=>null);let i=!1,a,o=new Promise(e=>{a=setTimeout(()=>{i=!0,e(null)},t+1e3)});try{return await Promise.race([r,o])}finally{if(clearTimeout(a),i&&!this.closing)try{await Zr(this.connection,n,()=>this.connection.reconnect())}catch{}}}};function $r(e){if(e){let t=[null,e[1],e[2],e[3]];return e[0]&&(t[0]=ti(rn(e[0]))),t}return[]}function ei(e,t=ln){let n=JSON.parse(e||`{}`),r=Object.entries(n),i={};for(let e of r){let[n,r]=e;t[n]?i[t[n]]=r:n===`tm`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{metadata:r}):n===`omc`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{omitContext:r}):i[n]=r}return i}function ti(e){return{id:e.id,name:e.name,data:e.data||`{}`,opts:ei(e.opts),progress:JSON.parse(e.progress||`0`),delay:parseInt(e.delay),priority:parseInt(e.priority),timestamp:parseInt(e.timestamp),attemptsStarted:parseInt(e.ats||`0`),attemptsMade:parseInt(e.attemptsMade||e.atm||`0`),stalledCounter:parseInt(e.stc||`0`),finishedOn:e.finishedOn?parseInt(e.finishedOn):void 0,processedOn:e.processedOn?parseInt(e.processedOn):void 0,repeatJobKey:e.rjk,debounceId:e.deid,deduplicationId:e.deid,failedReason:e.failedReason,deferredFailure:e.defa,stacktrace:e.stacktrace,returnvalue:e.returnvalue,parentKey:e.parentKey,parent:e.parent?JSON.parse(e.parent):void 0,processedBy:e.pb}}function ni(e={},t=un){let n=Object.entries(e),r={};for(let[e,i]of n)if(i!==void 0){if(e in t){let n=t[e];r[n]=i}else e===`telemetry`?(i.metadata!==void 0&&(r.tm=i.metadata),i.omitContext!==void 0&&(r.omc=i.omitContext)):r[e]=i}return r}function ri(e,t){var n={};for(var r in e)Object.prototype.hasOwnProperty.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(e!=null&&typeof Object.getOwnPropertySymbols==`function`)for(var i=0,r=Object.getOwnPropertySymbols(e);i<r.length;i++)t.indexOf(r[i])<0&&Object.prototype.propertyIsEnumerable.call(e,r[i])&&(n[r[i]]=e[r[i]]);return n}function ii(e){var t=typeof Symbol==`function`&&Symbol.iterator,n=t&&e[t],r=0;if(n)return n.call(e);if(e&&typeof e.length==`number`)return{next:function(){return e&&r>=e.length&&(e=void 0),{value:e&&e[r++],done:!e}}};throw TypeError(t?`Object is not iterable.`:`Symbol.iterator is not defined.`)}function ai(e){if(!Symbol.asyncIterator)throw TypeError(`Symbol.asyncIterator is not defined.`);var t=e[Symbol.asyncIterator],n;return t?t.call(e):(e=typeof ii==`function`?ii(e):e[Symbol.iterator](),n={},r(`next`),r(`throw`),r(`return`),n[Symbol.asyncIterator]=function(){return this},n);function r(t){n[t]=e[t]&&function(n){return new Promise(function(r,a){n=e[t](n),i(r,a,n.done,n.value)})}}function i(e,t,n,r){Promise.resolve(r).then(function(t){e({value:t,done:n})},t)}}const oi={name:`addDelayedJob`,content:`--[[
  Adds a delayed job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - computes timestamp.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
    Input:
      KEYS[1] 'marker',
      KEYS[2] 'meta'
      KEYS[3] 'id'
      KEYS[4] 'delayed'
      KEYS[5] 'completed'
      KEYS[6] events stream key
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (use custom instead of one generated automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]]
local metaKey = KEYS[2]
local idKey = KEYS[3]
local delayedKey = KEYS[4]
local completedKey = KEYS[5]
local eventsKey = KEYS[6]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to debounce a job.
]]
-- Includes
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents, currentDeduplicatedJobId,
    jobId, deduplicationId, prefix)
    if rcall("ZREM", delayedKey, currentDeduplicatedJobId) > 0 then
        removeJobKeys(prefix .. currentDeduplicatedJobId)
        rcall("XADD", eventsKey, "*", "event", "removed", "jobId", currentDeduplicatedJobId,
            "prev", "delayed")
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            jobId, "deduplicationId", deduplicationId, "deduplicatedJobId", currentDeduplicatedJobId)
        return true
    end
    return false
end
local function deduplicateJob(deduplicationOpts, jobId, delayedKey, deduplicationKey, eventsKey, maxEvents,
    prefix, jobName, jobData, fullOpts, parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
    local deduplicationId = deduplicationOpts and deduplicationOpts['id']
    if deduplicationId then
        if deduplicationOpts['replace'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                local isRemoved = removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents,
                    currentDeduplicatedJobId, jobId, deduplicationId, prefix)
                if isRemoved then
                    -- Discard any pending next-job payload stored while the replaced
                    -- job was active, otherwise it would be resurrected when the
                    -- incoming job finalizes.
                    rcall('DEL', prefix .. "dn:" .. deduplicationId)
                    if deduplicationOpts['keepLastIfActive'] then
                        rcall('SET', deduplicationKey, jobId)
                    else
                        local ttl = deduplicationOpts['ttl']
                        if not deduplicationOpts['extend'] and ttl and ttl > 0 then
                            rcall('SET', deduplicationKey, jobId, 'KEEPTTL')
                        else
                            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                        end
                    end
                    return
                else
                    if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                        jobId, deduplicationId, deduplicationOpts) then
                        return
                    end
                    storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                        deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                        parentKey, parentData, parentDependenciesKey, repeatJobKey)
                    return currentDeduplicatedJobId
                end
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            local currentDeduplicatedJobId = deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts,
                jobId, deduplicationKey, eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
                parentKey, parentData, parentDependenciesKey, repeatJobKey)
            if currentDeduplicatedJobId and deduplicationOpts['reschedule'] and
                rcall('ZSCORE', delayedKey, currentDeduplicatedJobId) then
                local delay = tonumber(fullOpts['delay']) or 0
                rcall('HSET', prefix .. currentDeduplicatedJobId, 'delay', delay)
                addDelayedJob(currentDeduplicatedJobId, delayedKey, eventsKey, timestamp,
                    maxEvents, prefix .. 'marker', delay)
            end
            return currentDeduplicatedJobId
        end
    end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", idKey)
local maxEvents = getOrSetMaxEvents(metaKey)
local opts = cmsgpack.unpack(ARGV[3])
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, completedKey, eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationJobId = deduplicateJob(opts['de'], jobId, delayedKey, deduplicationKey,
  eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
  parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
if deduplicationJobId then
  return deduplicationJobId
end
local delay, priority = storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2],
    opts, timestamp, parentKey, parentData, repeatJobKey)
addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, KEYS[1], delay)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:6},si={name:`addJobScheduler`,content:`--[[
  Adds a job scheduler, i.e. a job factory that creates jobs based on a given schedule (repeat options).
    Input:
      KEYS[1]  'repeat' key
      KEYS[2]  'delayed' key
      KEYS[3]  'wait' key
      KEYS[4]  'paused' key
      KEYS[5]  'meta' key
      KEYS[6]  'prioritized' key
      KEYS[7]  'marker' key
      KEYS[8]  'id' key
      KEYS[9]  'events' key
      KEYS[10] 'pc' priority counter
      KEYS[11] 'active' key
      ARGV[1] next milliseconds
      ARGV[2] msgpacked options
            [1]  name
            [2]  tz?
            [3]  pattern?
            [4]  endDate?
            [5]  every?
      ARGV[3] jobs scheduler id
      ARGV[4] Json stringified template data
      ARGV[5] mspacked template opts
      ARGV[6] msgpacked delayed opts
      ARGV[7] timestamp
      ARGV[8] prefix key
      ARGV[9] producer key
      Output:
        repeatableKey  - OK
]] local rcall = redis.call
local repeatKey = KEYS[1]
local delayedKey = KEYS[2]
local waitKey = KEYS[3]
local pausedKey = KEYS[4]
local metaKey = KEYS[5]
local prioritizedKey = KEYS[6]
local eventsKey = KEYS[9]
local nextMillis = ARGV[1]
local jobSchedulerId = ARGV[3]
local templateOpts = cmsgpack.unpack(ARGV[5])
local now = tonumber(ARGV[7])
local prefixKey = ARGV[8]
local jobOpts = cmsgpack.unpack(ARGV[6])
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Shared helper to store a job and enqueue it into the appropriate list/set.
  Handles delayed, prioritized, and standard (LIFO/FIFO) jobs.
  Emits the appropriate event after enqueuing ("delayed" or "waiting").
  Returns delay, priority from storeJob.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
local function storeAndEnqueueJob(eventsKey, jobIdKey, jobId, name, data, opts,
    timestamp, parentKey, parentData, repeatJobKey, maxEvents,
    waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
    priorityCounterKey, delayedKey, markerKey)
  local delay, priority = storeJob(eventsKey, jobIdKey, jobId, name, data,
      opts, timestamp, parentKey, parentData, repeatJobKey)
  if delay ~= 0 and delayedKey then
    addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, markerKey, delay)
  else
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    if priority > 0 then
      addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
          priorityCounterKey, isPausedOrMaxed)
    else
      local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
      addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    end
    rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
        "jobId", jobId)
  end
  return delay, priority
end
local function addJobFromScheduler(jobKey, jobId, opts, waitKey, pausedKey, activeKey, metaKey, 
  prioritizedKey, priorityCounter, delayedKey, markerKey, eventsKey, name, maxEvents, timestamp,
  data, jobSchedulerId, repeatDelay)
  opts['delay'] = repeatDelay
  opts['jobId'] = jobId
  storeAndEnqueueJob(eventsKey, jobKey, jobId, name, data, opts,
      timestamp, nil, nil, jobSchedulerId, maxEvents,
      waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
      priorityCounter, delayedKey, markerKey)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check for the meta.paused attribute to decide if we are paused or not
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePaused(queueMetaKey)
  return rcall("HEXISTS", queueMetaKey, "paused") == 1
end
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
--[[
  Function to store a job scheduler
]]
local function storeJobScheduler(schedulerId, schedulerKey, repeatKey, nextMillis, opts,
  templateData, templateOpts)
  rcall("ZADD", repeatKey, nextMillis, schedulerId)
  local optionalValues = {}
  if opts['tz'] then
    table.insert(optionalValues, "tz")
    table.insert(optionalValues, opts['tz'])
  end
  if opts['limit'] then
    table.insert(optionalValues, "limit")
    table.insert(optionalValues, opts['limit'])
  end
  if opts['pattern'] then
    table.insert(optionalValues, "pattern")
    table.insert(optionalValues, opts['pattern'])
  end
  if opts['startDate'] then
    table.insert(optionalValues, "startDate")
    table.insert(optionalValues, opts['startDate'])
  end
  if opts['endDate'] then
    table.insert(optionalValues, "endDate")
    table.insert(optionalValues, opts['endDate'])
  end
  if opts['every'] then
    table.insert(optionalValues, "every")
    table.insert(optionalValues, opts['every'])
  end
  if opts['offset'] then
    table.insert(optionalValues, "offset")
    table.insert(optionalValues, opts['offset'])
  else
    local offset = rcall("HGET", schedulerKey, "offset")
    if offset then
      table.insert(optionalValues, "offset")
      table.insert(optionalValues, tonumber(offset))
    end
  end
  local jsonTemplateOpts = cjson.encode(templateOpts)
  if jsonTemplateOpts and jsonTemplateOpts ~= '{}' then
    table.insert(optionalValues, "opts")
    table.insert(optionalValues, jsonTemplateOpts)
  end
  if templateData and templateData ~= '{}' then
    table.insert(optionalValues, "data")
    table.insert(optionalValues, templateData)
  end
  table.insert(optionalValues, "ic")
  table.insert(optionalValues, rcall("HGET", schedulerKey, "ic") or 1)
  rcall("DEL", schedulerKey) -- remove all attributes and then re-insert new ones
  rcall("HMSET", schedulerKey, "name", opts['name'], unpack(optionalValues))
end
local function getJobSchedulerEveryNextMillis(prevMillis, every, now, offset, startDate)
    offset = tonumber(offset)
    local nextMillis
    if not prevMillis then
        if startDate then
            -- Assuming startDate is passed as milliseconds from JavaScript
            nextMillis = tonumber(startDate)
            nextMillis = nextMillis > now and nextMillis or now
        else
            if offset and offset > 0 then
                -- Align to the next slot that respects the offset
                nextMillis = math.floor(now / every) * every + offset
                if nextMillis <= now then
                    nextMillis = nextMillis + every
                end
            else
                nextMillis = now
            end
        end
    else
        nextMillis = prevMillis + every
        -- check if we may have missed some iterations
        if nextMillis < now then
            -- Use the same offset-aware alignment as the initial branch
            -- above so a non-zero offset is preserved across catch-ups
            -- instead of being flattened to (slot + every). When the
            -- aligned slot is itself still in the past, advance by one
            -- full interval; otherwise the aligned slot is the next
            -- iteration.
            local aligned = math.floor(now / every) * every + (offset or 0)
            if aligned <= now then
                nextMillis = aligned + every
            else
                nextMillis = aligned
            end
        end
    end
    if not offset or offset == 0 then
        local timeSlot = math.floor(nextMillis / every) * every;
        offset = nextMillis - timeSlot;
    end
    -- Return a tuple nextMillis, offset
    return math.floor(nextMillis), math.floor(offset)
end
-- If we are overriding a repeatable job we must delete the delayed job for
-- the next iteration.
local schedulerKey = repeatKey .. ":" .. jobSchedulerId
local maxEvents = getOrSetMaxEvents(metaKey)
local templateData = ARGV[4]
local prevMillis = rcall("ZSCORE", repeatKey, jobSchedulerId)
if prevMillis then
    prevMillis = tonumber(prevMillis)
end
local schedulerOpts = cmsgpack.unpack(ARGV[2])
local every = schedulerOpts['every']
-- For backwards compatibility we also check the offset from the job itself.
-- could be removed in future major versions.
local jobOffset = jobOpts['repeat'] and jobOpts['repeat']['offset'] or 0
local offset = schedulerOpts['offset'] or jobOffset or 0
local newOffset = offset
local updatedEvery = false
if every then
    -- if we changed the 'every' value we need to reset millis to nil
    local millis = prevMillis
    if prevMillis then
        local prevEvery = tonumber(rcall("HGET", schedulerKey, "every"))
        if prevEvery ~= every then
            millis = nil
            updatedEvery = true
        end
    end
    local startDate = schedulerOpts['startDate']
    nextMillis, newOffset = getJobSchedulerEveryNextMillis(millis, every, now, offset, startDate)
end
local function removeJobFromScheduler(prefixKey, delayedKey, prioritizedKey, waitKey, pausedKey, jobId, metaKey,
    eventsKey)
    if rcall("ZSCORE", delayedKey, jobId) then
        removeJob(jobId, true, prefixKey, true --[[remove debounce key]] )
        rcall("ZREM", delayedKey, jobId)
        return true
    elseif rcall("ZSCORE", prioritizedKey, jobId) then
        removeJob(jobId, true, prefixKey, true --[[remove debounce key]] )
        rcall("ZREM", prioritizedKey, jobId)
        return true
    else
        local pausedOrWaitKey = waitKey
        if isQueuePaused(metaKey) then
            pausedOrWaitKey = pausedKey
        end
        if rcall("LREM", pausedOrWaitKey, 1, jobId) > 0 then
            removeJob(jobId, true, prefixKey, true --[[remove debounce key]] )
            return true
        end
    end
    return false
end
local removedPrevJob = false
if prevMillis then
    local currentJobId = "repeat:" .. jobSchedulerId .. ":" .. prevMillis
    local currentJobKey = schedulerKey .. ":" .. prevMillis
    -- In theory it should always exist the currentJobKey if there is a prevMillis unless something has
    -- gone really wrong.
    if rcall("EXISTS", currentJobKey) == 1 then
        removedPrevJob = removeJobFromScheduler(prefixKey, delayedKey, prioritizedKey, waitKey, pausedKey, currentJobId,
            metaKey, eventsKey)
    end
end
if removedPrevJob then
    -- The jobs has been removed and we want to replace it, so lets use the same millis.
    if every and not updatedEvery then
        nextMillis = prevMillis
    end
else
    -- Special case where no job was removed, and we need to add the next iteration.
    schedulerOpts['offset'] = newOffset
end
-- Check for job ID collision with existing jobs (in any state)
local jobId = "repeat:" .. jobSchedulerId .. ":" .. nextMillis
local jobKey = prefixKey .. jobId
-- If there's already a job with this ID, in a state
-- that is not updatable (active, completed, failed) we must
-- handle the collision
local hasCollision = false
if rcall("EXISTS", jobKey) == 1 then
    if every then
        -- For 'every' case: walk forward through subsequent slots
        -- until we find a free one. Stale completed/failed jobs from
        -- a previous scheduler under the same id can occupy several
        -- consecutive slots (issue #3063), so a single retry is not
        -- enough. The scan is bounded so we don't spin if the
        -- scheduler is genuinely contested.
        local maxSlotScans = 32
        local slotsScanned = 0
        local jobExists
        repeat
            nextMillis = nextMillis + every
            jobId = "repeat:" .. jobSchedulerId .. ":" .. nextMillis
            jobKey = prefixKey .. jobId
            slotsScanned = slotsScanned + 1
            jobExists = rcall("EXISTS", jobKey)
        until jobExists == 0 or slotsScanned >= maxSlotScans
        if jobExists == 1 then
            -- Every scanned slot still has a job, return error code
            return -11 -- SchedulerJobSlotsBusy
        end
    else
        hasCollision = true
    end
end
local delay = nextMillis - now
-- Fast Clamp delay to minimum of 0
if delay < 0 then
    delay = 0
end
local nextJobKey = schedulerKey .. ":" .. nextMillis
if not hasCollision or removedPrevJob then
    -- jobId already calculated above during collision check
    storeJobScheduler(jobSchedulerId, schedulerKey, repeatKey, nextMillis, schedulerOpts, templateData, templateOpts)
    rcall("INCR", KEYS[8])
    addJobFromScheduler(nextJobKey, jobId, jobOpts, waitKey, pausedKey, KEYS[11], metaKey, prioritizedKey, KEYS[10],
        delayedKey, KEYS[7], eventsKey, schedulerOpts['name'], maxEvents, now, templateData, jobSchedulerId, delay)
elseif hasCollision then
    -- For 'pattern' case: return error code
    return -10 -- SchedulerJobIdCollision
end
return {jobId .. "", delay}
`,keys:11},ci={name:`addLog`,content:`--[[
  Add job log
  Input:
    KEYS[1] job id key
    KEYS[2] job logs key
    ARGV[1] id
    ARGV[2] log
    ARGV[3] keepLogs
  Output:
    -1 - Missing job.
]]
local rcall = redis.call
if rcall("EXISTS", KEYS[1]) == 1 then -- // Make sure job exists
  local logCount = rcall("RPUSH", KEYS[2], ARGV[2])
  if ARGV[3] ~= '' then
    local keepLogs = tonumber(ARGV[3])
    rcall("LTRIM", KEYS[2], -keepLogs, -1)
    return math.min(keepLogs, logCount)
  end
  return logCount
else
  return -1
end
`,keys:2},li={name:`addParentJob`,content:`--[[
  Adds a parent job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - adds the job to the waiting-children zset
    Input:
      KEYS[1] 'meta'
      KEYS[2] 'id'
      KEYS[3] 'delayed'
      KEYS[4] 'waiting-children'
      KEYS[5] 'completed'
      KEYS[6] events stream key
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (will not generate one automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]]
local metaKey = KEYS[1]
local idKey = KEYS[2]
local delayedKey = KEYS[3]
local completedKey = KEYS[5]
local eventsKey = KEYS[6]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local opts = cmsgpack.unpack(ARGV[3])
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", idKey)
local maxEvents = getOrSetMaxEvents(metaKey)
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, completedKey, eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationId = opts['de'] and opts['de']['id']
if deduplicationId then
    local deduplicationJobId = deduplicateJobWithoutReplace(deduplicationId, opts['de'],
        jobId, deduplicationKey, eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
        parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationJobId then
        return deduplicationJobId
    end
end
-- Store the job.
storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2], opts, timestamp,
         parentKey, parentData, repeatJobKey)
local waitChildrenKey = KEYS[4]
rcall("ZADD", waitChildrenKey, timestamp, jobId)
rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
      "waiting-children", "jobId", jobId)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:6},ui={name:`addPrioritizedJob`,content:`--[[
  Adds a prioritized job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - Adds the job to the "added" list so that workers gets notified.
    Input:
      KEYS[1] 'marker',
      KEYS[2] 'meta'
      KEYS[3] 'id'
      KEYS[4] 'prioritized'
      KEYS[5] 'delayed'
      KEYS[6] 'completed'
      KEYS[7] 'active'
      KEYS[8] events stream key
      KEYS[9] 'pc' priority counter
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (will not generate one automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]] 
local metaKey = KEYS[2]
local idKey = KEYS[3]
local priorityKey = KEYS[4]
local completedKey = KEYS[6]
local activeKey = KEYS[7]
local eventsKey = KEYS[8]
local priorityCounterKey = KEYS[9]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local opts = cmsgpack.unpack(ARGV[3])
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to debounce a job.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents, currentDeduplicatedJobId,
    jobId, deduplicationId, prefix)
    if rcall("ZREM", delayedKey, currentDeduplicatedJobId) > 0 then
        removeJobKeys(prefix .. currentDeduplicatedJobId)
        rcall("XADD", eventsKey, "*", "event", "removed", "jobId", currentDeduplicatedJobId,
            "prev", "delayed")
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            jobId, "deduplicationId", deduplicationId, "deduplicatedJobId", currentDeduplicatedJobId)
        return true
    end
    return false
end
local function deduplicateJob(deduplicationOpts, jobId, delayedKey, deduplicationKey, eventsKey, maxEvents,
    prefix, jobName, jobData, fullOpts, parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
    local deduplicationId = deduplicationOpts and deduplicationOpts['id']
    if deduplicationId then
        if deduplicationOpts['replace'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                local isRemoved = removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents,
                    currentDeduplicatedJobId, jobId, deduplicationId, prefix)
                if isRemoved then
                    -- Discard any pending next-job payload stored while the replaced
                    -- job was active, otherwise it would be resurrected when the
                    -- incoming job finalizes.
                    rcall('DEL', prefix .. "dn:" .. deduplicationId)
                    if deduplicationOpts['keepLastIfActive'] then
                        rcall('SET', deduplicationKey, jobId)
                    else
                        local ttl = deduplicationOpts['ttl']
                        if not deduplicationOpts['extend'] and ttl and ttl > 0 then
                            rcall('SET', deduplicationKey, jobId, 'KEEPTTL')
                        else
                            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                        end
                    end
                    return
                else
                    if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                        jobId, deduplicationId, deduplicationOpts) then
                        return
                    end
                    storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                        deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                        parentKey, parentData, parentDependenciesKey, repeatJobKey)
                    return currentDeduplicatedJobId
                end
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            local currentDeduplicatedJobId = deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts,
                jobId, deduplicationKey, eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
                parentKey, parentData, parentDependenciesKey, repeatJobKey)
            if currentDeduplicatedJobId and deduplicationOpts['reschedule'] and
                rcall('ZSCORE', delayedKey, currentDeduplicatedJobId) then
                local delay = tonumber(fullOpts['delay']) or 0
                rcall('HSET', prefix .. currentDeduplicatedJobId, 'delay', delay)
                addDelayedJob(currentDeduplicatedJobId, delayedKey, eventsKey, timestamp,
                    maxEvents, prefix .. 'marker', delay)
            end
            return currentDeduplicatedJobId
        end
    end
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", idKey)
local maxEvents = getOrSetMaxEvents(metaKey)
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, completedKey, eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationJobId = deduplicateJob(opts['de'], jobId, KEYS[5],
  deduplicationKey, eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
  parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
if deduplicationJobId then
  return deduplicationJobId
end
-- Store the job.
local delay, priority = storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2],
                                 opts, timestamp, parentKey, parentData,
                                 repeatJobKey)
-- Add the job to the prioritized set
local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
addJobWithPriority( KEYS[1], priorityKey, priority, jobId, priorityCounterKey, isPausedOrMaxed)
-- Emit waiting event
rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
      "jobId", jobId)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:9},di={name:`addStandardJob`,content:`--[[
  Adds a job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - if delayed:
      - computes timestamp.
      - adds to delayed zset.
      - Emits a global event 'delayed' if the job is delayed.
    - if not delayed
      - Adds the jobId to the wait/paused list in one of three ways:
         - LIFO
         - FIFO
         - prioritized.
      - Adds the job to the "added" list so that workers gets notified.
    Input:
      KEYS[1] 'wait',
      KEYS[2] 'paused'
      KEYS[3] 'meta'
      KEYS[4] 'id'
      KEYS[5] 'completed'
      KEYS[6] 'delayed'
      KEYS[7] 'active'
      KEYS[8] events stream key
      KEYS[9] marker key
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (will not generate one automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]]
local waitKey = KEYS[1]
local metaKey = KEYS[3]
local activeKey = KEYS[7]
local eventsKey = KEYS[8]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local opts = cmsgpack.unpack(ARGV[3])
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to debounce a job.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents, currentDeduplicatedJobId,
    jobId, deduplicationId, prefix)
    if rcall("ZREM", delayedKey, currentDeduplicatedJobId) > 0 then
        removeJobKeys(prefix .. currentDeduplicatedJobId)
        rcall("XADD", eventsKey, "*", "event", "removed", "jobId", currentDeduplicatedJobId,
            "prev", "delayed")
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            jobId, "deduplicationId", deduplicationId, "deduplicatedJobId", currentDeduplicatedJobId)
        return true
    end
    return false
end
local function deduplicateJob(deduplicationOpts, jobId, delayedKey, deduplicationKey, eventsKey, maxEvents,
    prefix, jobName, jobData, fullOpts, parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
    local deduplicationId = deduplicationOpts and deduplicationOpts['id']
    if deduplicationId then
        if deduplicationOpts['replace'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                local isRemoved = removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents,
                    currentDeduplicatedJobId, jobId, deduplicationId, prefix)
                if isRemoved then
                    -- Discard any pending next-job payload stored while the replaced
                    -- job was active, otherwise it would be resurrected when the
                    -- incoming job finalizes.
                    rcall('DEL', prefix .. "dn:" .. deduplicationId)
                    if deduplicationOpts['keepLastIfActive'] then
                        rcall('SET', deduplicationKey, jobId)
                    else
                        local ttl = deduplicationOpts['ttl']
                        if not deduplicationOpts['extend'] and ttl and ttl > 0 then
                            rcall('SET', deduplicationKey, jobId, 'KEEPTTL')
                        else
                            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                        end
                    end
                    return
                else
                    if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                        jobId, deduplicationId, deduplicationOpts) then
                        return
                    end
                    storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                        deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                        parentKey, parentData, parentDependenciesKey, repeatJobKey)
                    return currentDeduplicatedJobId
                end
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            local currentDeduplicatedJobId = deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts,
                jobId, deduplicationKey, eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
                parentKey, parentData, parentDependenciesKey, repeatJobKey)
            if currentDeduplicatedJobId and deduplicationOpts['reschedule'] and
                rcall('ZSCORE', delayedKey, currentDeduplicatedJobId) then
                local delay = tonumber(fullOpts['delay']) or 0
                rcall('HSET', prefix .. currentDeduplicatedJobId, 'delay', delay)
                addDelayedJob(currentDeduplicatedJobId, delayedKey, eventsKey, timestamp,
                    maxEvents, prefix .. 'marker', delay)
            end
            return currentDeduplicatedJobId
        end
    end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", KEYS[4])
local maxEvents = getOrSetMaxEvents(metaKey)
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, KEYS[5], eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationJobId = deduplicateJob(opts['de'], jobId, KEYS[6],
  deduplicationKey, eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
  parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
if deduplicationJobId then
  return deduplicationJobId
end
-- Store the job.
storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2], opts, timestamp,
        parentKey, parentData, repeatJobKey)
local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
-- LIFO or FIFO
local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
addJobInTargetList(waitKey, KEYS[9], pushCmd, isPausedOrMaxed, jobId)
-- Emit waiting event
rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
      "jobId", jobId)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:9},fi={name:`changeDelay`,content:`--[[
  Change job delay when it is in delayed set.
  Input:
    KEYS[1] delayed key
    KEYS[2] meta key
    KEYS[3] marker key
    KEYS[4] events stream
    ARGV[1] delay
    ARGV[2] timestamp
    ARGV[3] the id of the job
    ARGV[4] job key
  Output:
    0 - OK
   -1 - Missing job.
   -3 - Job not in delayed set.
  Events:
    - delayed key.
]]
local rcall = redis.call
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
if rcall("EXISTS", ARGV[4]) == 1 then
  local jobId = ARGV[3]
  local delay = tonumber(ARGV[1])
  local score, delayedTimestamp = getDelayedScore(KEYS[1], ARGV[2], delay)
  local numRemovedElements = rcall("ZREM", KEYS[1], jobId)
  if numRemovedElements < 1 then
    return -3
  end
  rcall("HSET", ARGV[4], "delay", delay)
  rcall("ZADD", KEYS[1], score, jobId)
  local maxEvents = getOrSetMaxEvents(KEYS[2])
  rcall("XADD", KEYS[4], "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(KEYS[3], KEYS[1])
  return 0
else
  return -1
end`,keys:4},pi={name:`changePriority`,content:`--[[
  Change job priority
  Input:
    KEYS[1] 'wait',
    KEYS[2] 'paused'
    KEYS[3] 'meta'
    KEYS[4] 'prioritized'
    KEYS[5] 'active'
    KEYS[6] 'pc' priority counter
    KEYS[7] 'marker'
    ARGV[1] priority value
    ARGV[2] prefix key
    ARGV[3] job id
    ARGV[4] lifo
    Output:
       0  - OK
      -1  - Missing job
]]
local jobId = ARGV[3]
local jobKey = ARGV[2] .. jobId
local priority = tonumber(ARGV[1])
local rcall = redis.call
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to push back job considering priority in front of same prioritized jobs.
]]
local function pushBackJobWithPriority(prioritizedKey, priority, jobId)
  -- in order to put it at front of same prioritized jobs
  -- we consider prioritized counter as 0
  local score = priority * 0x100000000
  rcall("ZADD", prioritizedKey, score, jobId)
end
local function reAddJobWithNewPriority( prioritizedKey, markerKey, waitKey,
    priorityCounter, lifo, priority, jobId, isPausedOrMaxed)
    if priority == 0 then
        local pushCmd = lifo and 'RPUSH' or 'LPUSH'
        addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    else
        if lifo then
            pushBackJobWithPriority(prioritizedKey, priority, jobId)
        else
            addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
                priorityCounter, isPausedOrMaxed)
        end
    end
end
if rcall("EXISTS", jobKey) == 1 then
    local metaKey = KEYS[3]
    local activeKey = KEYS[5]
    local waitKey = KEYS[1]
    local pausedKey = KEYS[2]
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    local prioritizedKey = KEYS[4]
    local priorityCounterKey = KEYS[6]
    local markerKey = KEYS[7]
    -- Re-add with the new priority
    if rcall("ZREM", prioritizedKey, jobId) > 0 then
        reAddJobWithNewPriority( prioritizedKey, markerKey, waitKey,
            priorityCounterKey, ARGV[4] == '1', priority, jobId, isPausedOrMaxed)
    elseif rcall("LREM", waitKey, -1, jobId) > 0 then
        reAddJobWithNewPriority( prioritizedKey, markerKey, waitKey,
            priorityCounterKey, ARGV[4] == '1', priority, jobId, isPausedOrMaxed)
    end
    rcall("HSET", jobKey, "priority", priority)
    return 0
else
    return -1
end
`,keys:7},mi={name:`cleanJobsInSet`,content:`--[[
  Remove jobs from the specific set.
  Input:
    KEYS[1]  set key,
    KEYS[2]  events stream key
    KEYS[3]  repeat key
    ARGV[1]  jobKey prefix
    ARGV[2]  timestamp
    ARGV[3]  limit the number of jobs to be removed. 0 is unlimited
    ARGV[4]  set name, can be any of 'wait', 'active', 'paused', 'delayed', 'completed', or 'failed'
]]
local rcall = redis.call
local repeatKey = KEYS[3]
local rangeStart = 0
local rangeEnd = -1
local limit = tonumber(ARGV[3])
-- If we're only deleting _n_ items, avoid retrieving all items
-- for faster performance
--
-- Start from the tail of the list, since that's where oldest elements
-- are generally added for FIFO lists
if limit > 0 then
  rangeStart = -1 - limit + 1
  rangeEnd = -1
end
-- Includes
--[[
  Function to clean job list.
  Returns jobIds and deleted count number.
]]
-- Includes
--[[
  Function to get the latest saved timestamp.
]]
local function getTimestamp(jobKey, attributes)
  if #attributes == 1 then
    return rcall("HGET", jobKey, attributes[1])
  end
  local jobTs
  for _, ts in ipairs(rcall("HMGET", jobKey, unpack(attributes))) do
    if (ts) then
      jobTs = ts
      break
    end
  end
  return jobTs
end
--[[
  Function to check if the job belongs to a job scheduler and
  current delayed job matches with jobId
]]
local function isJobSchedulerJob(jobId, jobKey, jobSchedulersKey)
  local repeatJobKey = rcall("HGET", jobKey, "rjk")
  if repeatJobKey  then
    local prevMillis = rcall("ZSCORE", jobSchedulersKey, repeatJobKey)
    if prevMillis then
      local currentDelayedJobId = "repeat:" .. repeatJobKey .. ":" .. prevMillis
      return jobId == currentDelayedJobId
    end
  end
  return false
end
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function cleanList(listKey, jobKeyPrefix, rangeStart, rangeEnd,
  timestamp, isWaiting, jobSchedulersKey)
  local jobs = rcall("LRANGE", listKey, rangeStart, rangeEnd)
  local deleted = {}
  local deletedCount = 0
  local jobTS
  local deletionMarker = ''
  local jobIdsLen = #jobs
  for i, job in ipairs(jobs) do
    if limit > 0 and deletedCount >= limit then
      break
    end
    local jobKey = jobKeyPrefix .. job
    if (isWaiting or rcall("EXISTS", jobKey .. ":lock") == 0) and
      not isJobSchedulerJob(job, jobKey, jobSchedulersKey) then
      -- Find the right timestamp of the job to compare to maxTimestamp:
      -- * finishedOn says when the job was completed, but it isn't set unless the job has actually completed
      -- * processedOn represents when the job was last attempted, but it doesn't get populated until
      --   the job is first tried
      -- * timestamp is the original job submission time
      -- Fetch all three of these (in that order) and use the first one that is set so that we'll leave jobs
      -- that have been active within the grace period:
      jobTS = getTimestamp(jobKey, {"finishedOn", "processedOn", "timestamp"})
      if (not jobTS or jobTS <= timestamp) then
        -- replace the entry with a deletion marker; the actual deletion will
        -- occur at the end of the script
        rcall("LSET", listKey, rangeEnd - jobIdsLen + i, deletionMarker)
        removeJob(job, true, jobKeyPrefix, true --[[remove debounce key]])
        deletedCount = deletedCount + 1
        table.insert(deleted, job)
      end
    end
  end
  rcall("LREM", listKey, 0, deletionMarker)
  return {deleted, deletedCount}
end
--[[
  Function to clean job set.
  Returns jobIds and deleted count number.
]] 
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  We use ZRANGEBYSCORE to make the case where we're deleting a limited number
  of items in a sorted set only run a single iteration. If we simply used
  ZRANGE, we may take a long time traversing through jobs that are within the
  grace period.
]]
local function getJobsInZset(zsetKey, rangeEnd, limit)
  if limit > 0 then
    return rcall("ZRANGEBYSCORE", zsetKey, 0, rangeEnd, "LIMIT", 0, limit)
  else
    return rcall("ZRANGEBYSCORE", zsetKey, 0, rangeEnd)
  end
end
local function cleanSet(
    setKey,
    jobKeyPrefix,
    rangeEnd,
    timestamp,
    limit,
    attributes,
    isFinished,
    jobSchedulersKey)
    local jobs = getJobsInZset(setKey, rangeEnd, limit)
    local deleted = {}
    local deletedCount = 0
    local jobTS
    for i, job in ipairs(jobs) do
        if limit > 0 and deletedCount >= limit then
            break
        end
        local jobKey = jobKeyPrefix .. job
        -- Extract a Job Scheduler Id from jobId ("repeat:job-scheduler-id:millis") 
        -- and check if it is in the scheduled jobs
        if not (jobSchedulersKey and isJobSchedulerJob(job, jobKey, jobSchedulersKey)) then
            if isFinished then
                removeJob(job, true, jobKeyPrefix, true --[[remove debounce key]] )
                deletedCount = deletedCount + 1
                table.insert(deleted, job)
            else
                -- * finishedOn says when the job was completed, but it isn't set unless the job has actually completed
                jobTS = getTimestamp(jobKey, attributes)
                if (not jobTS or jobTS <= timestamp) then
                    removeJob(job, true, jobKeyPrefix, true --[[remove debounce key]] )
                    deletedCount = deletedCount + 1
                    table.insert(deleted, job)
                end
            end
        end
    end
    if (#deleted > 0) then
        for from, to in batches(#deleted, 7000) do
            rcall("ZREM", setKey, unpack(deleted, from, to))
        end
    end
    return {deleted, deletedCount}
end
local result
if ARGV[4] == "active" then
  result = cleanList(KEYS[1], ARGV[1], rangeStart, rangeEnd, ARGV[2], false --[[ hasFinished ]],
                      repeatKey)
elseif ARGV[4] == "delayed" then
  rangeEnd = "+inf"
  result = cleanSet(KEYS[1], ARGV[1], rangeEnd, ARGV[2], limit,
                    {"processedOn", "timestamp"}, false  --[[ hasFinished ]], repeatKey)
elseif ARGV[4] == "prioritized" then
  rangeEnd = "+inf"
  result = cleanSet(KEYS[1], ARGV[1], rangeEnd, ARGV[2], limit,
                    {"timestamp"}, false  --[[ hasFinished ]], repeatKey)
elseif ARGV[4] == "wait" or ARGV[4] == "paused" then
  result = cleanList(KEYS[1], ARGV[1], rangeStart, rangeEnd, ARGV[2], true --[[ hasFinished ]],
                      repeatKey)
else
  rangeEnd = ARGV[2]
  -- No need to pass repeat key as in that moment job won't be related to a job scheduler
  result = cleanSet(KEYS[1], ARGV[1], rangeEnd, ARGV[2], limit,
                    {"finishedOn"}, true  --[[ hasFinished ]])
end
rcall("XADD", KEYS[2], "*", "event", "cleaned", "count", result[2])
return result[1]
`,keys:3},$={name:`drain`,content:`--[[
  Drains the queue, removes all jobs that are waiting
  or delayed, but not active, completed or failed
  Input:
    KEYS[1] 'wait',
    KEYS[2] 'paused'
    KEYS[3] 'delayed'
    KEYS[4] 'prioritized'
    KEYS[5] 'jobschedulers' (repeat)
    ARGV[1]  queue key prefix
    ARGV[2]  should clean delayed jobs
]]
local rcall = redis.call
local queueBaseKey = ARGV[1]
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to filter out jobs to ignore from a table.
]]
local function filterOutJobsToIgnore(jobs, jobsToIgnore)
  local filteredJobs = {}
  for i = 1, #jobs do
    if not jobsToIgnore[jobs[i]] then
      table.insert(filteredJobs, jobs[i])
    end
  end
  return filteredJobs
end
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function removeJobs(keys, hard, baseKey, max)
  for i, key in ipairs(keys) do
    removeJob(key, hard, baseKey, true --[[remove debounce key]])
  end
  return max - #keys
end
local function getListItems(keyName, max)
  return rcall('LRANGE', keyName, 0, max - 1)
end
local function removeListJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getListItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  rcall("LTRIM", keyName, #jobs, -1)
  return count
end
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to get ZSet items.
]]
local function getZSetItems(keyName, max)
  return rcall('ZRANGE', keyName, 0, max - 1)
end
local function removeZSetJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getZSetItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  if(#jobs > 0) then
    for from, to in batches(#jobs, 7000) do
      rcall("ZREM", keyName, unpack(jobs, from, to))
    end
  end
  return count
end
-- We must not remove delayed jobs if they are associated to a job scheduler.
local scheduledJobs = {}
local jobSchedulers = rcall("ZRANGE", KEYS[5], 0, -1, "WITHSCORES")
-- For every job scheduler, get the current delayed job id.
for i = 1, #jobSchedulers, 2 do
    local jobSchedulerId = jobSchedulers[i]
    local jobSchedulerMillis = jobSchedulers[i + 1]
    local delayedJobId = "repeat:" .. jobSchedulerId .. ":" .. jobSchedulerMillis
    scheduledJobs[delayedJobId] = true
end
removeListJobs(KEYS[1], true, queueBaseKey, 0, scheduledJobs) -- wait
removeListJobs(KEYS[2], true, queueBaseKey, 0, scheduledJobs) -- paused
if ARGV[2] == "1" then
  removeZSetJobs(KEYS[3], true, queueBaseKey, 0, scheduledJobs) -- delayed
end
removeZSetJobs(KEYS[4], true, queueBaseKey, 0, scheduledJobs) -- prioritized
`,keys:5},hi={name:`extendLock`,content:`--[[
  Extend lock and removes the job from the stalled set.
  Input:
    KEYS[1] 'lock',
    KEYS[2] 'stalled'
    ARGV[1]  token
    ARGV[2]  lock duration in milliseconds
    ARGV[3]  jobid
  Output:
    "1" if lock extended successfully.
]]
local rcall = redis.call
if rcall("GET", KEYS[1]) == ARGV[1] then
  --   if rcall("SET", KEYS[1], ARGV[1], "PX", ARGV[2], "XX") then
  if rcall("SET", KEYS[1], ARGV[1], "PX", ARGV[2]) then
    rcall("SREM", KEYS[2], ARGV[3])
    return 1
  end
end
return 0
`,keys:2},gi={name:`extendLocks`,content:`--[[
  Extend locks for multiple jobs and remove them from the stalled set if successful.
  Return the list of job IDs for which the operation failed.
  KEYS[1] = stalled key
  ARGV[1] = baseKey
  ARGV[2] = tokens
  ARGV[3] = jobIds
  ARGV[4] = lockDuration (ms)
  Output:
    An array of failed job IDs. If empty, all succeeded.
]]
local rcall = redis.call
local stalledKey = KEYS[1]
local baseKey = ARGV[1]
local tokens = cmsgpack.unpack(ARGV[2])
local jobIds = cmsgpack.unpack(ARGV[3])
local lockDuration = ARGV[4]
local jobCount = #jobIds
local failedJobs = {}
for i = 1, jobCount, 1 do
    local lockKey = baseKey .. jobIds[i] .. ':lock'
    local jobId = jobIds[i]
    local token = tokens[i]
    local currentToken = rcall("GET", lockKey)
    if currentToken then
        if currentToken == token then
            local setResult = rcall("SET", lockKey, token, "PX", lockDuration)
            if setResult then
                rcall("SREM", stalledKey, jobId)
            else
                table.insert(failedJobs, jobId)
            end
        else
            table.insert(failedJobs, jobId)
        end
    else
        table.insert(failedJobs, jobId)
    end
end
return failedJobs
`,keys:1},_i={name:`getCounts`,content:`--[[
  Get counts per provided states
    Input:
      KEYS[1]    'prefix'
      ARGV[1]    optional delayed timestamp cutoff (milliseconds)
      ARGV[...]  types (starts at 1 when no cutoff is provided)
]]
local rcall = redis.call;
local prefix = KEYS[1]
local results = {}
local delayedTimestamp = tonumber(ARGV[1])
local firstType = delayedTimestamp and 2 or 1
for i = firstType, #ARGV do
  local stateKey = prefix .. ARGV[i]
  if ARGV[i] == "wait" or ARGV[i] == "paused" then
    -- Markers in waitlist DEPRECATED in v5: Remove in v6.
    local marker = rcall("LINDEX", stateKey, -1)
    if marker and string.sub(marker, 1, 2) == "0:" then
      local count = rcall("LLEN", stateKey)
      if count > 1 then
        rcall("RPOP", stateKey)
        results[#results+1] = count-1
      else
        results[#results+1] = 0
      end
    else
      results[#results+1] = rcall("LLEN", stateKey)
    end
  elseif ARGV[i] == "active" then
    results[#results+1] = rcall("LLEN", stateKey)
  elseif ARGV[i] == "delayed" and delayedTimestamp then
    -- The low 12 score bits order jobs within a millisecond. Subtracting one
    -- excludes every job scheduled at the cutoff timestamp or later.
    results[#results+1] = rcall("ZCOUNT", stateKey, "-inf", delayedTimestamp * 0x1000 - 1)
  else
    results[#results+1] = rcall("ZCARD", stateKey)
  end
end
return results
`,keys:1},vi={name:`getCountsPerPriority`,content:`--[[
  Get counts per provided states
    Input:
      KEYS[1] wait key
      KEYS[2] prioritized key
      ARGV[1...] priorities
]]
local rcall = redis.call
local results = {}
local waitKey = KEYS[1]
local prioritizedKey = KEYS[2]
for i = 1, #ARGV do
  local priority = tonumber(ARGV[i])
  if priority == 0 then
    results[#results+1] = rcall("LLEN", waitKey)
  else
    results[#results+1] = rcall("ZCOUNT", prioritizedKey,
      priority * 0x100000000, (priority + 1)  * 0x100000000 - 1)
  end
end
return results
`,keys:2},yi={name:`getDependencyCounts`,content:`--[[
  Get counts per child states
    Input:
      KEYS[1]    processed key
      KEYS[2]    unprocessed key
      KEYS[3]    ignored key
      KEYS[4]    failed key
      ARGV[1...] types
]]
local rcall = redis.call;
local processedKey = KEYS[1]
local unprocessedKey = KEYS[2]
local ignoredKey = KEYS[3]
local failedKey = KEYS[4]
local results = {}
for i = 1, #ARGV do
  if ARGV[i] == "processed" then
    results[#results+1] = rcall("HLEN", processedKey)
  elseif ARGV[i] == "unprocessed" then
    results[#results+1] = rcall("SCARD", unprocessedKey)
  elseif ARGV[i] == "ignored" then
    results[#results+1] = rcall("HLEN", ignoredKey)
  else
    results[#results+1] = rcall("ZCARD", failedKey)
  end
end
return results
`,keys:4},bi={name:`getJobScheduler`,content:`--[[
  Get job scheduler record.
  Input:
    KEYS[1] 'repeat' key
    ARGV[1] id
]]
local rcall = redis.call
local jobSchedulerKey = KEYS[1] .. ":" .. ARGV[1]
local score = rcall("ZSCORE", KEYS[1], ARGV[1])
if score then
  return {rcall("HGETALL", jobSchedulerKey), score} -- get job data
end
return {nil, nil}
`,keys:1},xi={name:`getJobs`,content:`--[[
  Get jobs (id + data) for the provided states.
  Job ids and their hashes are read in the same script so that ids whose hash
  disappears after the id is read (but before the job is loaded) do not appear
  in the result set. Ids without a job hash (for example the deprecated wait
  list marker entry stored in the list) are skipped. For bounded ranges the
  script iterates forward using the range offset as a cursor to backfill
  skipped ids, preserving the requested page size when possible.
    Input:
      KEYS[1]    'prefix'
      ARGV[1]    start
      ARGV[2]    end
      ARGV[3]    asc ('1' | '0')
      ARGV[4]    max iterations (backfill bound)
      ARGV[5...] types
    Output:
      results grouped per requested type; each entry is a
      {jobId, {field, value, ...}} tuple
]]
local rcall = redis.call
local prefix = KEYS[1]
local rangeStart = tonumber(ARGV[1])
local rangeEnd = tonumber(ARGV[2])
local asc = ARGV[3] == "1"
local max_iterations = tonumber(ARGV[4])
local results = {}
local function isListType(stateType)
  return stateType == "wait" or stateType == "paused" or stateType == "active"
end
-- Fetch a slice of ids for the given state respecting the requested order.
local function fetchIds(stateKey, stateType, sliceStart, sliceEnd, listLength)
  if isListType(stateType) then
    if asc then
      local modifiedRangeStart
      local modifiedRangeEnd
      if sliceStart == -1 then
        modifiedRangeStart = 0
      else
        modifiedRangeStart = -(sliceStart + 1)
      end
      if sliceEnd == -1 then
        modifiedRangeEnd = 0
      else
        modifiedRangeEnd = -(sliceEnd + 1)
      end
      -- Ascending list slices use negative indexes. When the whole window is
      -- beyond the list length Redis clamps both indexes to 0 and LRANGE would
      -- return the head element, so guard against out-of-range slices with LLEN.
      if listLength ~= nil and sliceStart >= 0 and sliceEnd >= 0 and sliceStart >= listLength then
        return {}
      end
      local ids = rcall("LRANGE", stateKey, modifiedRangeEnd, modifiedRangeStart)
      local reversed = {}
      for i = #ids, 1, -1 do
        reversed[#reversed + 1] = ids[i]
      end
      return reversed
    else
      return rcall("LRANGE", stateKey, sliceStart, sliceEnd)
    end
  else
    if asc then
      return rcall("ZRANGE", stateKey, sliceStart, sliceEnd)
    else
      return rcall("ZREVRANGE", stateKey, sliceStart, sliceEnd)
    end
  end
end
-- Fetch the job hash for an id and append it when present.
local function appendJob(entries, jobId)
  local jobData = rcall("HGETALL", prefix .. jobId)
  if #jobData > 0 then
    entries[#entries + 1] = {jobId, jobData}
  end
end
local function cleanupDeprecatedMarker(stateKey, stateType)
  if stateType == "wait" or stateType == "paused" then
    local marker = rcall("LINDEX", stateKey, -1)
    if marker and string.sub(marker, 1, 2) == "0:" then
      local count = rcall("LLEN", stateKey)
      if count > 1 then
        rcall("RPOP", stateKey)
        return count - 1
      end
      return 0
    end
  end
end
local function collectJobs(stateKey, stateType)
  local entries = {}
  local listLength
  local cleanedListLength = cleanupDeprecatedMarker(stateKey, stateType)
  if asc and isListType(stateType) and rangeStart >= 0 and rangeEnd >= 0 then
    if cleanedListLength ~= nil then
      listLength = cleanedListLength
    else
      listLength = rcall("LLEN", stateKey)
    end
  end
  -- Unbounded or negative ranges: fetch the exact window and skip missing ids.
  if rangeStart < 0 or rangeEnd < 0 then
    local ids = fetchIds(stateKey, stateType, rangeStart, rangeEnd, listLength)
    for i = 1, #ids do
      appendJob(entries, ids[i])
    end
    return entries
  end
  -- Bounded range: iterate forward to backfill skipped ids.
  local needed = rangeEnd - rangeStart + 1
  local cursor = rangeStart
  local iterations = 0
  while #entries < needed and iterations < max_iterations do
    local ids = fetchIds(stateKey, stateType, cursor, cursor + needed - 1, listLength)
    if #ids == 0 then
      break
    end
    for i = 1, #ids do
      if #entries >= needed then
        break
      end
      appendJob(entries, ids[i])
    end
    cursor = cursor + #ids
    iterations = iterations + 1
  end
  return entries
end
for i = 5, #ARGV do
  local stateType = ARGV[i]
  local stateKey = prefix .. stateType
  results[#results + 1] = collectJobs(stateKey, stateType)
end
return results
`,keys:1},Si={name:`getMetrics`,content:`--[[
  Get metrics
  Input:
    KEYS[1] 'metrics' key
    KEYS[2] 'metrics data' key
    ARGV[1] start index
    ARGV[2] end index
]]
local rcall = redis.call;
local metricsKey = KEYS[1]
local dataKey = KEYS[2]
local metrics = rcall("HMGET", metricsKey, "count", "prevTS", "prevCount")
local data = rcall("LRANGE", dataKey, tonumber(ARGV[1]), tonumber(ARGV[2]))
local numPoints = rcall("LLEN", dataKey)
return {metrics, data, numPoints}
`,keys:2},Ci={name:`getRanges`,content:`--[[
  Get job ids per provided states
    Input:
      KEYS[1]    'prefix'
      ARGV[1]    start
      ARGV[2]    end
      ARGV[3]    asc
      ARGV[4...] types
]]
local rcall = redis.call
local prefix = KEYS[1]
local rangeStart = tonumber(ARGV[1])
local rangeEnd = tonumber(ARGV[2])
local asc = ARGV[3]
local results = {}
local function getRangeInList(listKey, asc, rangeStart, rangeEnd, results)
  if asc == "1" then
    local modifiedRangeStart
    local modifiedRangeEnd
    if rangeStart == -1 then
      modifiedRangeStart = 0
    else
      modifiedRangeStart = -(rangeStart + 1)
    end
    if rangeEnd == -1 then
      modifiedRangeEnd = 0
    else
      modifiedRangeEnd = -(rangeEnd + 1)
    end
    results[#results+1] = rcall("LRANGE", listKey,
      modifiedRangeEnd,
      modifiedRangeStart)
  else
    results[#results+1] = rcall("LRANGE", listKey, rangeStart, rangeEnd)
  end
end
for i = 4, #ARGV do
  local stateKey = prefix .. ARGV[i]
  if ARGV[i] == "wait" or ARGV[i] == "paused" then
    -- Markers in waitlist DEPRECATED in v5: Remove in v6.
    local marker = rcall("LINDEX", stateKey, -1)
    if marker and string.sub(marker, 1, 2) == "0:" then
      local count = rcall("LLEN", stateKey)
      if count > 1 then
        rcall("RPOP", stateKey)
        getRangeInList(stateKey, asc, rangeStart, rangeEnd, results)
      else
        results[#results+1] = {}
      end
    else
      getRangeInList(stateKey, asc, rangeStart, rangeEnd, results)
    end
  elseif ARGV[i] == "active" then
    getRangeInList(stateKey, asc, rangeStart, rangeEnd, results)
  else
    if asc == "1" then
      results[#results+1] = rcall("ZRANGE", stateKey, rangeStart, rangeEnd)
    else
      results[#results+1] = rcall("ZREVRANGE", stateKey, rangeStart, rangeEnd)
    end
  end
end
return results
`,keys:1},wi={name:`getRateLimitTtl`,content:`--[[
  Get rate limit ttl
    Input:
      KEYS[1] 'limiter'
      KEYS[2] 'meta'
      ARGV[1] maxJobs
]]
local rcall = redis.call
-- Includes
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
local rateLimiterKey = KEYS[1]
if ARGV[1] ~= "0" then
  return getRateLimitTTL(tonumber(ARGV[1]), rateLimiterKey)
else
  local rateLimitMax = rcall("HGET", KEYS[2], "max")
  if rateLimitMax then
    return getRateLimitTTL(tonumber(rateLimitMax), rateLimiterKey)
  end
  return rcall("PTTL", rateLimiterKey)
end
`,keys:2},Ti={name:`getState`,content:`--[[
  Get a job state
  Input: 
    KEYS[1] 'completed' key,
    KEYS[2] 'failed' key
    KEYS[3] 'delayed' key
    KEYS[4] 'active' key
    KEYS[5] 'wait' key
    KEYS[6] 'paused' key
    KEYS[7] 'waiting-children' key
    KEYS[8] 'prioritized' key
    ARGV[1] job id
  Output:
    'completed'
    'failed'
    'delayed'
    'active'
    'prioritized'
    'waiting'
    'waiting-children'
    'unknown'
]]
local rcall = redis.call
if rcall("ZSCORE", KEYS[1], ARGV[1]) then
  return "completed"
end
if rcall("ZSCORE", KEYS[2], ARGV[1]) then
  return "failed"
end
if rcall("ZSCORE", KEYS[3], ARGV[1]) then
  return "delayed"
end
if rcall("ZSCORE", KEYS[8], ARGV[1]) then
  return "prioritized"
end
-- Includes
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local active_items = rcall("LRANGE", KEYS[4] , 0, -1)
if checkItemInList(active_items, ARGV[1]) ~= nil then
  return "active"
end
local wait_items = rcall("LRANGE", KEYS[5] , 0, -1)
if checkItemInList(wait_items, ARGV[1]) ~= nil then
  return "waiting"
end
local paused_items = rcall("LRANGE", KEYS[6] , 0, -1)
if checkItemInList(paused_items, ARGV[1]) ~= nil then
  return "waiting"
end
if rcall("ZSCORE", KEYS[7], ARGV[1]) then
  return "waiting-children"
end
return "unknown"
`,keys:8},Ei={name:`getStateV2`,content:`--[[
  Get a job state
  Input: 
    KEYS[1] 'completed' key,
    KEYS[2] 'failed' key
    KEYS[3] 'delayed' key
    KEYS[4] 'active' key
    KEYS[5] 'wait' key
    KEYS[6] 'paused' key
    KEYS[7] 'waiting-children' key
    KEYS[8] 'prioritized' key
    ARGV[1] job id
  Output:
    'completed'
    'failed'
    'delayed'
    'active'
    'waiting'
    'waiting-children'
    'unknown'
]]
local rcall = redis.call
if rcall("ZSCORE", KEYS[1], ARGV[1]) then
  return "completed"
end
if rcall("ZSCORE", KEYS[2], ARGV[1]) then
  return "failed"
end
if rcall("ZSCORE", KEYS[3], ARGV[1]) then
  return "delayed"
end
if rcall("ZSCORE", KEYS[8], ARGV[1]) then
  return "prioritized"
end
if rcall("LPOS", KEYS[4] , ARGV[1]) then
  return "active"
end
if rcall("LPOS", KEYS[5] , ARGV[1]) then
  return "waiting"
end
if rcall("LPOS", KEYS[6] , ARGV[1]) then
  return "waiting"
end
if rcall("ZSCORE", KEYS[7] , ARGV[1]) then
  return "waiting-children"
end
return "unknown"
`,keys:8},Di={name:`isFinished`,content:`--[[
  Checks if a job is finished (.i.e. is in the completed or failed set)
  Input: 
    KEYS[1] completed key
    KEYS[2] failed key
    KEYS[3] job key
    ARGV[1] job id
    ARGV[2] return value?
  Output:
    0 - Not finished.
    1 - Completed.
    2 - Failed.
   -1 - Missing job. 
]]
local rcall = redis.call
if rcall("EXISTS", KEYS[3]) ~= 1 then
  if ARGV[2] == "1" then
    return {-1,"Missing key for job " .. KEYS[3] .. ". isFinished"}
  end  
  return -1
end
if rcall("ZSCORE", KEYS[1], ARGV[1]) then
  if ARGV[2] == "1" then
    local returnValue = rcall("HGET", KEYS[3], "returnvalue")
    return {1,returnValue}
  end
  return 1
end
if rcall("ZSCORE", KEYS[2], ARGV[1]) then
  if ARGV[2] == "1" then
    local failedReason = rcall("HGET", KEYS[3], "failedReason")
    return {2,failedReason}
  end
  return 2
end
if ARGV[2] == "1" then
  return {0}
end
return 0
`,keys:3},Oi={name:`isJobInList`,content:`--[[
  Checks if job is in a given list.
  Input:
    KEYS[1]
    ARGV[1]
  Output:
    1 if element found in the list.
]]
-- Includes
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local items = redis.call("LRANGE", KEYS[1] , 0, -1)
return checkItemInList(items, ARGV[1])
`,keys:1},ki={name:`isMaxed`,content:`--[[
  Checks if queue is maxed.
  Input:
    KEYS[1] meta key
    KEYS[2] active key
  Output:
    1 if element found in the list.
]]
local rcall = redis.call
-- Includes
--[[
  Function to check if queue is maxed or not.
]]
local function isQueueMaxed(queueMetaKey, activeKey)
  local maxConcurrency = rcall("HGET", queueMetaKey, "concurrency")
  if maxConcurrency then
    local activeCount = rcall("LLEN", activeKey)
    if activeCount >= tonumber(maxConcurrency) then
      return true
    end
  end
  return false
end
return isQueueMaxed(KEYS[1], KEYS[2])
`,keys:2},Ai={name:`moveJobFromActiveToWait`,content:`--[[
  Function to move job from active state to wait.
  Input:
    KEYS[1]  active key
    KEYS[2]  wait key
    KEYS[3]  stalled key
    KEYS[4]  paused key
    KEYS[5]  meta key
    KEYS[6]  limiter key
    KEYS[7]  prioritized key
    KEYS[8]  marker key
    KEYS[9]  event key
    ARGV[1] job id
    ARGV[2] lock token
    ARGV[3] job id key
]]
local rcall = redis.call
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to push back job considering priority in front of same prioritized jobs.
]]
local function pushBackJobWithPriority(prioritizedKey, priority, jobId)
  -- in order to put it at front of same prioritized jobs
  -- we consider prioritized counter as 0
  local score = priority * 0x100000000
  rcall("ZADD", prioritizedKey, score, jobId)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
local jobId = ARGV[1]
local token = ARGV[2]
local jobKey = ARGV[3]
if rcall("EXISTS", jobKey) == 0 then
  return -1
end
local errorCode = removeLock(jobKey, KEYS[3], token, jobId)
if errorCode < 0 then
  return errorCode
end
local metaKey = KEYS[5]
local removed = rcall("LREM", KEYS[1], 1, jobId)
if removed > 0 then
  local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, KEYS[1])
  local priority = tonumber(rcall("HGET", ARGV[3], "priority")) or 0
  if priority > 0 then
    pushBackJobWithPriority(KEYS[7], priority, jobId)
  else
    addJobInTargetList(KEYS[2], KEYS[8], "RPUSH", isPausedOrMaxed, jobId)
  end
  local maxEvents = getOrSetMaxEvents(metaKey)
  -- Emit waiting event
  rcall("XADD", KEYS[9], "MAXLEN", "~", maxEvents, "*", "event", "waiting",
    "jobId", jobId, "prev", "active")
end
local pttl = rcall("PTTL", KEYS[6])
if pttl > 0 then
  return pttl
else
  return 0
end
`,keys:9},ji={name:`moveJobsToWait`,content:`--[[
  Move completed, failed or delayed jobs to wait.
  Note: Does not support jobs with priorities.
  Input:
    KEYS[1] base key
    KEYS[2] events stream
    KEYS[3] state key (failed, completed, delayed)
    KEYS[4] 'wait'
    KEYS[5] 'paused'
    KEYS[6] 'meta'
    KEYS[7] 'active'
    KEYS[8] 'marker'
    ARGV[1] count
    ARGV[2] timestamp
    ARGV[3] prev state
  Output:
    1  means the operation is not completed
    0  means the operation is completed
]]
local maxCount = tonumber(ARGV[1])
local timestamp = tonumber(ARGV[2])
local rcall = redis.call;
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to move a retried child back to its parent's dependencies.
  This does not move a parent that has already left waiting-children back to that state.
]]
local function moveChildBackToParentDependencies(jobKey, prevState)
  local parentKey = rcall("HGET", jobKey, "parentKey")
  if parentKey and rcall("EXISTS", parentKey) == 1 then
    if prevState == "failed" then
      if rcall("ZREM", parentKey .. ":unsuccessful", jobKey) == 1 or
        rcall("HDEL", parentKey .. ":failed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    else
      if rcall("HDEL", parentKey .. ":processed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    end
  end
end
local metaKey = KEYS[6]
local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, KEYS[7])
local jobs = rcall('ZRANGEBYSCORE', KEYS[3], 0, timestamp, 'LIMIT', 0, maxCount)
if (#jobs > 0) then
    if ARGV[3] == "failed" then
        for i, key in ipairs(jobs) do
            local jobKey = KEYS[1] .. key
            rcall("HDEL", jobKey, "finishedOn", "processedOn", "failedReason")
            moveChildBackToParentDependencies(jobKey, ARGV[3])
        end
    elseif ARGV[3] == "completed" then
        for i, key in ipairs(jobs) do
            local jobKey = KEYS[1] .. key
            rcall("HDEL", jobKey, "finishedOn", "processedOn", "returnvalue")
            moveChildBackToParentDependencies(jobKey, ARGV[3])
        end
    end
    local maxEvents = getOrSetMaxEvents(metaKey)
    for i, key in ipairs(jobs) do
        -- Emit waiting event
        rcall("XADD", KEYS[2], "MAXLEN", "~", maxEvents, "*", "event",
              "waiting", "jobId", key, "prev", ARGV[3]);
    end
    for from, to in batches(#jobs, 7000) do
        rcall("ZREM", KEYS[3], unpack(jobs, from, to))
        rcall("LPUSH", KEYS[4], unpack(jobs, from, to))
    end
    addBaseMarkerIfNeeded(KEYS[8], isPausedOrMaxed)
end
maxCount = maxCount - #jobs
if (maxCount <= 0) then return 1 end
return 0
`,keys:8},Mi={name:`moveStalledJobsToWait`,content:`--[[
  Move stalled jobs to wait.
    Input:
      KEYS[1] 'stalled' (SET)
      KEYS[2] 'wait',   (LIST)
      KEYS[3] 'active', (LIST)
      KEYS[4] 'stalled-check', (KEY)
      KEYS[5] 'meta', (KEY)
      KEYS[6] 'paused', (LIST)
      KEYS[7] 'marker'
      KEYS[8] 'event stream' (STREAM)
      KEYS[9] 'repeat' key
      ARGV[1]  Max stalled job count
      ARGV[2]  queue.toKey('')
      ARGV[3]  timestamp
      ARGV[4]  max check time
    Events:
      'stalled' with stalled job id.
]]
local rcall = redis.call
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to move job to wait to be picked up by a waiting worker.
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveJobToWait(metaKey, activeKey, waitKey, pausedKey, markerKey, eventStreamKey,
  jobId, pushCmd)
  local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
  addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId", jobId, 'prev', 'active')
end
--[[
  Function to trim events, default 10000.
]]
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
local function trimEvents(metaKey, eventStreamKey)
  local maxEvents = getOrSetMaxEvents(metaKey)
  if maxEvents then
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", maxEvents)
  else
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", 10000)
  end
end
local stalledKey = KEYS[1]
local waitKey = KEYS[2]
local activeKey = KEYS[3]
local stalledCheckKey = KEYS[4]
local metaKey = KEYS[5]
local pausedKey = KEYS[6]
local markerKey = KEYS[7]
local eventStreamKey = KEYS[8]
local repeatKey = KEYS[9]
local maxStalledJobCount = tonumber(ARGV[1])
local queueKeyPrefix = ARGV[2]
local timestamp = ARGV[3]
local maxCheckTime = ARGV[4]
if rcall("EXISTS", stalledCheckKey) == 1 then
    return {}
end
rcall("SET", stalledCheckKey, timestamp, "PX", maxCheckTime)
-- Trim events before emitting them to avoid trimming events emitted in this script
trimEvents(metaKey, eventStreamKey)
-- Move all stalled jobs to wait
local stalling = rcall('SMEMBERS', stalledKey)
local stalled = {}
if (#stalling > 0) then
    rcall('DEL', stalledKey)
    -- Remove from active list
    for i, jobId in ipairs(stalling) do
        -- Markers in waitlist DEPRECATED in v5: Remove in v6.
        if string.sub(jobId, 1, 2) == "0:" then
            -- If the jobId is a delay marker ID we just remove it.
            rcall("LREM", activeKey, 1, jobId)
        else
            local jobKey = queueKeyPrefix .. jobId
            -- Check that the lock is also missing, then we can handle this job as really stalled.
            if (rcall("EXISTS", jobKey .. ":lock") == 0) then
                --  Remove from the active queue.
                local removed = rcall("LREM", activeKey, 1, jobId)
                if (removed > 0) then
                    -- If this job has been stalled too many times, such as if it crashes the worker, then fail it.
                    local stalledCount = rcall("HINCRBY", jobKey, "stc", 1)
                    -- Check if this is a repeatable job by looking at job options
                    local jobSchedulerId = rcall("HGET", jobKey, "rjk")
                    local isRepeatableJob = false
                    if jobSchedulerId then
                        local schedulerKey = repeatKey .. ":" .. jobSchedulerId
                        if rcall("EXISTS", schedulerKey) == 1 then
                            isRepeatableJob = true
                        else
                            -- TODO: remove this check in v6, as it is only needed for legacy repeatable jobs
                            -- that stored the scheduler id in the job key but did not create the scheduler hash key
                            local prevMillis = rcall("ZSCORE", repeatKey, jobSchedulerId)
                            if prevMillis then
                                isRepeatableJob = true
                            end
                        end
                    end
                    -- Only fail job if it exceeds stall limit AND is not a repeatable job
                    if stalledCount > maxStalledJobCount and not isRepeatableJob then
                        local failedReason = "job stalled more than allowable limit"
                        rcall("HSET", jobKey, "defa", failedReason)
                    end
                    moveJobToWait(metaKey, activeKey, waitKey, pausedKey, markerKey, eventStreamKey, jobId,
                        "RPUSH")
                    -- Emit the stalled event
                    rcall("XADD", eventStreamKey, "*", "event", "stalled", "jobId", jobId)
                    table.insert(stalled, jobId)
                end
            end
        end
    end
end
-- Mark potentially stalled jobs
local active = rcall('LRANGE', activeKey, 0, -1)
if (#active > 0) then
    for from, to in batches(#active, 7000) do
        rcall('SADD', stalledKey, unpack(active, from, to))
    end
end
return stalled
`,keys:9},Ni={name:`moveToActive`,content:`--[[
  Move next job to be processed to active, lock it and fetch its data. The job
  may be delayed, in that case we need to move it to the delayed set instead.
  This operation guarantees that the worker owns the job during the lock
  expiration time. The worker is responsible of keeping the lock fresh
  so that no other worker picks this job again.
  Input:
    KEYS[1] wait key
    KEYS[2] active key
    KEYS[3] prioritized key
    KEYS[4] stream events key
    KEYS[5] stalled key
    -- Rate limiting
    KEYS[6] rate limiter key
    KEYS[7] delayed key
    -- Delayed jobs
    KEYS[8] paused key
    KEYS[9] meta key
    KEYS[10] pc priority counter
    -- Marker
    KEYS[11] marker key
    -- Arguments
    ARGV[1] key prefix
    ARGV[2] timestamp
    ARGV[3] opts
    opts - token - lock token
    opts - lockDuration
    opts - limiter
    opts - name - worker name
]]
local rcall = redis.call
local waitKey = KEYS[1]
local activeKey = KEYS[2]
local eventStreamKey = KEYS[4]
local rateLimiterKey = KEYS[6]
local delayedKey = KEYS[7]
local opts = cmsgpack.unpack(ARGV[3])
-- Includes
--[[
  Function to get queue metadata.
]]
local function getQueueMetadata(queueMetaKey, activeKey, waitKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency", "max", "duration")
  if queueAttributes[1] then
    return true, queueAttributes[3], queueAttributes[4]
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      if activeCount >= tonumber(queueAttributes[2]) then
        return true, queueAttributes[3], queueAttributes[4]
      else
        return false, queueAttributes[3], queueAttributes[4]
      end
    end
  end
  return false, queueAttributes[3], queueAttributes[4]
end
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
--[[
  Function to move job from prioritized state to active.
]]
local function moveJobFromPrioritizedToActive(priorityKey, activeKey, priorityCounterKey)
  local prioritizedJob = rcall("ZPOPMIN", priorityKey)
  if #prioritizedJob > 0 then
    rcall("LPUSH", activeKey, prioritizedJob[1])
    return prioritizedJob[1]
  else
    rcall("DEL", priorityCounterKey)
  end
end
--[[
  Function to move job from wait state to active.
  Input:
    opts - token - lock token
    opts - lockDuration
    opts - limiter
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function prepareJobForProcessing(keyPrefix, rateLimiterKey, eventStreamKey,
    jobId, processedOn, maxJobs, limiterDuration, markerKey, opts)
  local jobKey = keyPrefix .. jobId
  -- Check if we need to perform rate limiting.
  if maxJobs then
    local isDeferredFailure = rcall("HEXISTS", jobKey, "defa") == 1
    if not isDeferredFailure then
      local jobCounter = tonumber(rcall("INCR", rateLimiterKey))
      if jobCounter == 1 then
        local integerDuration = math.floor(math.abs(limiterDuration))
        rcall("PEXPIRE", rateLimiterKey, integerDuration)
      end
    end
  end
  -- get a lock
  if opts['token'] ~= "0" then
    local lockKey = jobKey .. ':lock'
    rcall("SET", lockKey, opts['token'], "PX", opts['lockDuration'])
  end
  local optionalValues = {}
  if opts['name'] then
    -- Set "processedBy" field to the worker name
    table.insert(optionalValues, "pb")
    table.insert(optionalValues, opts['name'])
  end
  rcall("XADD", eventStreamKey, "*", "event", "active", "jobId", jobId, "prev", "waiting")
  rcall("HMSET", jobKey, "processedOn", processedOn, unpack(optionalValues))
  rcall("HINCRBY", jobKey, "ats", 1)
  addBaseMarkerIfNeeded(markerKey, false)
  -- rate limit delay must be 0 in this case to prevent adding more delay
  -- when job that is moved to active needs to be processed
  return {rcall("HGETALL", jobKey), jobId, 0, 0} -- get job data
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local isPausedOrMaxed, rateLimitMax, rateLimitDuration =
    getQueueMetadata(KEYS[9], activeKey, waitKey)
-- Check if there are delayed jobs that we can move to wait.
local markerKey = KEYS[11]
promoteDelayedJobs(delayedKey, markerKey, waitKey, KEYS[3], eventStreamKey, ARGV[1],
                   ARGV[2], KEYS[10], isPausedOrMaxed)
local maxJobs = tonumber(rateLimitMax or (opts['limiter'] and opts['limiter']['max']))
local expireTime = getRateLimitTTL(maxJobs, rateLimiterKey)
-- Check if we are rate limited first.
if expireTime > 0 then return {0, 0, expireTime, 0} end
-- paused or maxed queue
if isPausedOrMaxed then return {0, 0, 0, 0} end
local limiterDuration = (opts['limiter'] and opts['limiter']['duration']) or rateLimitDuration
-- no job ID, try non-blocking move from wait to active
local jobId = rcall("RPOPLPUSH", waitKey, activeKey)
-- Markers in waitlist DEPRECATED in v5: Will be completely removed in v6.
if jobId and string.sub(jobId, 1, 2) == "0:" then
    rcall("LREM", activeKey, 1, jobId)
    jobId = rcall("RPOPLPUSH", waitKey, activeKey)
end
if jobId then
    return prepareJobForProcessing(ARGV[1], rateLimiterKey, eventStreamKey, jobId, ARGV[2],
                                   maxJobs, limiterDuration, markerKey, opts)
else
    jobId = moveJobFromPrioritizedToActive(KEYS[3], activeKey, KEYS[10])
    if jobId then
        return prepareJobForProcessing(ARGV[1], rateLimiterKey, eventStreamKey, jobId, ARGV[2],
                                       maxJobs, limiterDuration, markerKey, opts)
    end
end
-- Return the timestamp for the next delayed job if any.
local nextTimestamp = getNextDelayedTimestamp(delayedKey)
if nextTimestamp ~= nil then return {0, 0, 0, nextTimestamp} end
return {0, 0, 0, 0}
`,keys:11},Pi={name:`moveToDelayed`,content:`--[[
  Moves job from active to delayed set.
  Input:
    KEYS[1] marker key
    KEYS[2] active key
    KEYS[3] prioritized key
    KEYS[4] delayed key
    KEYS[5] job key
    KEYS[6] events stream
    KEYS[7] meta key
    KEYS[8] stalled key
    KEYS[9] wait key
    KEYS[10] rate limiter key
    KEYS[11] pc priority counter
    ARGV[1] key prefix
    ARGV[2] timestamp
    ARGV[3] the id of the job
    ARGV[4] queue token
    ARGV[5] delay value
    ARGV[6] skip attempt
    ARGV[7] optional job fields to update
    ARGV[8] fetch next?
    ARGV[9] opts
  Output:
    0 - OK
   -1 - Missing job.
   -3 - Job not in active set.
  Events:
    - delayed key.
]]
local rcall = redis.call
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to fetch the next job to process.
  Tries to get the next job to avoid an extra roundtrip if the queue is
  not closing and not rate limited.
  Input:
    waitKey - wait list key
    activeKey - active list key
    prioritizedKey - prioritized sorted set key
    eventStreamKey - event stream key
    rateLimiterKey - rate limiter key
    delayedKey - delayed sorted set key
    metaKey - meta hash key
    pcKey - priority counter key
    markerKey - marker key
    prefix - keys prefix
    timestamp - current timestamp
    opts - options table:
      token (required) - lock token used when locking jobs
      lockDuration (required) - lock duration for acquired jobs
      limiter (optional) - rate limiter options table (e.g. { max = number })
]]
-- Includes
--[[
  Function to get queue metadata.
]]
local function getQueueMetadata(queueMetaKey, activeKey, waitKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency", "max", "duration")
  if queueAttributes[1] then
    return true, queueAttributes[3], queueAttributes[4]
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      if activeCount >= tonumber(queueAttributes[2]) then
        return true, queueAttributes[3], queueAttributes[4]
      else
        return false, queueAttributes[3], queueAttributes[4]
      end
    end
  end
  return false, queueAttributes[3], queueAttributes[4]
end
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
--[[
  Function to move job from prioritized state to active.
]]
local function moveJobFromPrioritizedToActive(priorityKey, activeKey, priorityCounterKey)
  local prioritizedJob = rcall("ZPOPMIN", priorityKey)
  if #prioritizedJob > 0 then
    rcall("LPUSH", activeKey, prioritizedJob[1])
    return prioritizedJob[1]
  else
    rcall("DEL", priorityCounterKey)
  end
end
--[[
  Function to move job from wait state to active.
  Input:
    opts - token - lock token
    opts - lockDuration
    opts - limiter
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function prepareJobForProcessing(keyPrefix, rateLimiterKey, eventStreamKey,
    jobId, processedOn, maxJobs, limiterDuration, markerKey, opts)
  local jobKey = keyPrefix .. jobId
  -- Check if we need to perform rate limiting.
  if maxJobs then
    local isDeferredFailure = rcall("HEXISTS", jobKey, "defa") == 1
    if not isDeferredFailure then
      local jobCounter = tonumber(rcall("INCR", rateLimiterKey))
      if jobCounter == 1 then
        local integerDuration = math.floor(math.abs(limiterDuration))
        rcall("PEXPIRE", rateLimiterKey, integerDuration)
      end
    end
  end
  -- get a lock
  if opts['token'] ~= "0" then
    local lockKey = jobKey .. ':lock'
    rcall("SET", lockKey, opts['token'], "PX", opts['lockDuration'])
  end
  local optionalValues = {}
  if opts['name'] then
    -- Set "processedBy" field to the worker name
    table.insert(optionalValues, "pb")
    table.insert(optionalValues, opts['name'])
  end
  rcall("XADD", eventStreamKey, "*", "event", "active", "jobId", jobId, "prev", "waiting")
  rcall("HMSET", jobKey, "processedOn", processedOn, unpack(optionalValues))
  rcall("HINCRBY", jobKey, "ats", 1)
  addBaseMarkerIfNeeded(markerKey, false)
  -- rate limit delay must be 0 in this case to prevent adding more delay
  -- when job that is moved to active needs to be processed
  return {rcall("HGETALL", jobKey), jobId, 0, 0} -- get job data
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local function fetchNextJob(waitKey, activeKey, prioritizedKey, eventStreamKey,
    rateLimiterKey, delayedKey, metaKey, pcKey, markerKey, prefix,
    timestamp, opts)
    local isPausedOrMaxed, rateLimitMax, rateLimitDuration =
        getQueueMetadata(metaKey, activeKey, waitKey)
    -- Check if there are delayed jobs that can be promoted
    promoteDelayedJobs(delayedKey, markerKey, waitKey, prioritizedKey,
        eventStreamKey, prefix, timestamp, pcKey, isPausedOrMaxed)
    local maxJobs = tonumber(rateLimitMax or (opts['limiter'] and opts['limiter']['max']))
    -- Check if we are rate limited first.
    local expireTime = getRateLimitTTL(maxJobs, rateLimiterKey)
    if expireTime > 0 then
        return {0, 0, expireTime, 0}
    end
    -- paused or maxed queue
    if isPausedOrMaxed then
        return {0, 0, 0, 0}
    end
    local limiterDuration = (opts['limiter'] and opts['limiter']['duration']) or rateLimitDuration
    local jobId = rcall("RPOPLPUSH", waitKey, activeKey)
    if jobId then
        -- Markers in waitlist DEPRECATED in v5: Remove in v6.
        if string.sub(jobId, 1, 2) == "0:" then
            rcall("LREM", activeKey, 1, jobId)
            -- If jobId is special ID 0:delay (delay greater than 0), then there is no job to process
            -- but if ID is 0:0, then there is at least 1 prioritized job to process
            if jobId == "0:0" then
                jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
                return prepareJobForProcessing(prefix, rateLimiterKey,
                    eventStreamKey, jobId, timestamp, maxJobs,
                    limiterDuration, markerKey, opts)
            end
        else
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    else
        jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
        if jobId then
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    end
    -- Return the timestamp for the next delayed job if any.
    local nextTimestamp = getNextDelayedTimestamp(delayedKey)
    if nextTimestamp ~= nil then
        -- The result is guaranteed to be positive, since the
        -- ZRANGEBYSCORE command would have return a job otherwise.
        return {0, 0, 0, nextTimestamp}
    end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
--[[
  Function to update a bunch of fields in a job.
]]
local function updateJobFields(jobKey, msgpackedFields)
  if msgpackedFields and #msgpackedFields > 0 then
    local fieldsToUpdate = cmsgpack.unpack(msgpackedFields)
    if fieldsToUpdate then
      rcall("HMSET", jobKey, unpack(fieldsToUpdate))
    end
  end
end
local jobKey = KEYS[5]
local markerKey = KEYS[1]
local metaKey = KEYS[7]
local token = ARGV[4] 
if rcall("EXISTS", jobKey) == 1 then
    local errorCode = removeLock(jobKey, KEYS[8], token, ARGV[3])
    if errorCode < 0 then
        return errorCode
    end
    updateJobFields(jobKey, ARGV[7])
    local delayedKey = KEYS[4]
    local jobId = ARGV[3]
    local delay = tonumber(ARGV[5])
    local numRemovedElements = rcall("LREM", KEYS[2], -1, jobId)
    if numRemovedElements < 1 then return -3 end
    local score, delayedTimestamp = getDelayedScore(delayedKey, ARGV[2], delay)
    if ARGV[6] == "0" then
        rcall("HINCRBY", jobKey, "atm", 1)
    end
    rcall("HSET", jobKey, "delay", ARGV[5])
    local maxEvents = getOrSetMaxEvents(metaKey)
    rcall("ZADD", delayedKey, score, jobId)
    rcall("XADD", KEYS[6], "MAXLEN", "~", maxEvents, "*", "event", "delayed",
          "jobId", jobId, "delay", delayedTimestamp)
    -- Try to get next job to avoid an extra roundtrip if the queue is not closing,
    -- and not rate limited.
    if (ARGV[8] == "1") then
        local opts = cmsgpack.unpack(ARGV[9])
        local result = fetchNextJob(KEYS[9], KEYS[2], KEYS[3], KEYS[6],
            KEYS[10], KEYS[4], metaKey, KEYS[11], markerKey,
            ARGV[1], ARGV[2], opts)
        if result and type(result[1]) == "table" then
            return result
        end
    end
    -- Check if we need to push a marker job to wake up sleeping workers.
    addDelayMarkerIfNeeded(markerKey, delayedKey)
    return 0
else
    return -1
end
`,keys:11},Fi={name:`moveToFinished`,content:`--[[
  Move job from active to a finished status (completed or failed)
  A job can only be moved to completed if it was active.
  The job must be locked before it can be moved to a finished status,
  and the lock must be released in this script.
    Input:
      KEYS[1] wait key
      KEYS[2] active key
      KEYS[3] prioritized key
      KEYS[4] event stream key
      KEYS[5] stalled key
      -- Rate limiting
      KEYS[6] rate limiter key
      KEYS[7] delayed key
      KEYS[8] paused key
      KEYS[9] meta key
      KEYS[10] pc priority counter
      KEYS[11] completed/failed key
      KEYS[12] jobId key
      KEYS[13] metrics key
      KEYS[14] marker key
      ARGV[1]  jobId
      ARGV[2]  timestamp
      ARGV[3]  msg property returnvalue / failedReason
      ARGV[4]  return value / failed reason
      ARGV[5]  target (completed/failed)
      ARGV[6]  fetch next?
      ARGV[7]  keys prefix
      ARGV[8]  opts
      ARGV[9]  job fields to update
      opts - token - lock token
      opts - keepJobs
      opts - lockDuration - lock duration in milliseconds
      opts - attempts max attempts
      opts - maxMetricsSize
      opts - fpof - fail parent on fail
      opts - cpof - continue parent on fail
      opts - idof - ignore dependency on fail
      opts - rdof - remove dependency on fail
      opts - name - worker name
    Output:
      0 OK
      -1 Missing key.
      -2 Missing lock.
      -3 Job not in active set
      -4 Job has pending children
      -6 Lock is not owned by this client
      -9 Job has failed children
    Events:
      'completed/failed'
]]
local rcall = redis.call
--- Includes
--[[
  Functions to collect metrics based on a current and previous count of jobs.
  Granularity is fixed at 1 minute.
]]
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
local function collectMetrics(metaKey, dataPointsList, maxDataPoints,
                                 timestamp)
    -- Increment current count
    local count = rcall("HINCRBY", metaKey, "count", 1) - 1
    -- Compute how many data points we need to add to the list, N.
    local prevTS = rcall("HGET", metaKey, "prevTS")
    if not prevTS then
        -- If prevTS is nil, set it to the current timestamp
        rcall("HSET", metaKey, "prevTS", timestamp, "prevCount", 0)
        return
    end
    local N = math.min(math.floor(timestamp / 60000) - math.floor(prevTS / 60000), tonumber(maxDataPoints))
    if N > 0 then
        local delta = count - rcall("HGET", metaKey, "prevCount")
        -- If N > 1, add N-1 zeros to the list
        if N > 1 then
            local points = {}
            points[1] = delta
            for i = 2, N do
                points[i] = 0
            end
            for from, to in batches(#points, 7000) do
                rcall("LPUSH", dataPointsList, unpack(points, from, to))
            end
        else
            -- LPUSH delta to the list
            rcall("LPUSH", dataPointsList, delta)
        end
        -- LTRIM to keep list to its max size
        rcall("LTRIM", dataPointsList, 0, maxDataPoints - 1)
        -- update prev count with current count
        rcall("HSET", metaKey, "prevCount", count, "prevTS", timestamp)
    end
end
--[[
  Function to fetch the next job to process.
  Tries to get the next job to avoid an extra roundtrip if the queue is
  not closing and not rate limited.
  Input:
    waitKey - wait list key
    activeKey - active list key
    prioritizedKey - prioritized sorted set key
    eventStreamKey - event stream key
    rateLimiterKey - rate limiter key
    delayedKey - delayed sorted set key
    metaKey - meta hash key
    pcKey - priority counter key
    markerKey - marker key
    prefix - keys prefix
    timestamp - current timestamp
    opts - options table:
      token (required) - lock token used when locking jobs
      lockDuration (required) - lock duration for acquired jobs
      limiter (optional) - rate limiter options table (e.g. { max = number })
]]
-- Includes
--[[
  Function to get queue metadata.
]]
local function getQueueMetadata(queueMetaKey, activeKey, waitKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency", "max", "duration")
  if queueAttributes[1] then
    return true, queueAttributes[3], queueAttributes[4]
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      if activeCount >= tonumber(queueAttributes[2]) then
        return true, queueAttributes[3], queueAttributes[4]
      else
        return false, queueAttributes[3], queueAttributes[4]
      end
    end
  end
  return false, queueAttributes[3], queueAttributes[4]
end
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
--[[
  Function to move job from prioritized state to active.
]]
local function moveJobFromPrioritizedToActive(priorityKey, activeKey, priorityCounterKey)
  local prioritizedJob = rcall("ZPOPMIN", priorityKey)
  if #prioritizedJob > 0 then
    rcall("LPUSH", activeKey, prioritizedJob[1])
    return prioritizedJob[1]
  else
    rcall("DEL", priorityCounterKey)
  end
end
--[[
  Function to move job from wait state to active.
  Input:
    opts - token - lock token
    opts - lockDuration
    opts - limiter
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function prepareJobForProcessing(keyPrefix, rateLimiterKey, eventStreamKey,
    jobId, processedOn, maxJobs, limiterDuration, markerKey, opts)
  local jobKey = keyPrefix .. jobId
  -- Check if we need to perform rate limiting.
  if maxJobs then
    local isDeferredFailure = rcall("HEXISTS", jobKey, "defa") == 1
    if not isDeferredFailure then
      local jobCounter = tonumber(rcall("INCR", rateLimiterKey))
      if jobCounter == 1 then
        local integerDuration = math.floor(math.abs(limiterDuration))
        rcall("PEXPIRE", rateLimiterKey, integerDuration)
      end
    end
  end
  -- get a lock
  if opts['token'] ~= "0" then
    local lockKey = jobKey .. ':lock'
    rcall("SET", lockKey, opts['token'], "PX", opts['lockDuration'])
  end
  local optionalValues = {}
  if opts['name'] then
    -- Set "processedBy" field to the worker name
    table.insert(optionalValues, "pb")
    table.insert(optionalValues, opts['name'])
  end
  rcall("XADD", eventStreamKey, "*", "event", "active", "jobId", jobId, "prev", "waiting")
  rcall("HMSET", jobKey, "processedOn", processedOn, unpack(optionalValues))
  rcall("HINCRBY", jobKey, "ats", 1)
  addBaseMarkerIfNeeded(markerKey, false)
  -- rate limit delay must be 0 in this case to prevent adding more delay
  -- when job that is moved to active needs to be processed
  return {rcall("HGETALL", jobKey), jobId, 0, 0} -- get job data
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local function fetchNextJob(waitKey, activeKey, prioritizedKey, eventStreamKey,
    rateLimiterKey, delayedKey, metaKey, pcKey, markerKey, prefix,
    timestamp, opts)
    local isPausedOrMaxed, rateLimitMax, rateLimitDuration =
        getQueueMetadata(metaKey, activeKey, waitKey)
    -- Check if there are delayed jobs that can be promoted
    promoteDelayedJobs(delayedKey, markerKey, waitKey, prioritizedKey,
        eventStreamKey, prefix, timestamp, pcKey, isPausedOrMaxed)
    local maxJobs = tonumber(rateLimitMax or (opts['limiter'] and opts['limiter']['max']))
    -- Check if we are rate limited first.
    local expireTime = getRateLimitTTL(maxJobs, rateLimiterKey)
    if expireTime > 0 then
        return {0, 0, expireTime, 0}
    end
    -- paused or maxed queue
    if isPausedOrMaxed then
        return {0, 0, 0, 0}
    end
    local limiterDuration = (opts['limiter'] and opts['limiter']['duration']) or rateLimitDuration
    local jobId = rcall("RPOPLPUSH", waitKey, activeKey)
    if jobId then
        -- Markers in waitlist DEPRECATED in v5: Remove in v6.
        if string.sub(jobId, 1, 2) == "0:" then
            rcall("LREM", activeKey, 1, jobId)
            -- If jobId is special ID 0:delay (delay greater than 0), then there is no job to process
            -- but if ID is 0:0, then there is at least 1 prioritized job to process
            if jobId == "0:0" then
                jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
                return prepareJobForProcessing(prefix, rateLimiterKey,
                    eventStreamKey, jobId, timestamp, maxJobs,
                    limiterDuration, markerKey, opts)
            end
        else
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    else
        jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
        if jobId then
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    end
    -- Return the timestamp for the next delayed job if any.
    local nextTimestamp = getNextDelayedTimestamp(delayedKey)
    if nextTimestamp ~= nil then
        -- The result is guaranteed to be positive, since the
        -- ZRANGEBYSCORE command would have return a job otherwise.
        return {0, 0, 0, nextTimestamp}
    end
end
--[[
  Function to recursively move from waitingChildren to failed.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local handleChildFailureAndMoveParentToWait = function (parentQueueKey, parentKey, parentId, jobIdKey, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    local parentDelayedKey = parentQueueKey .. ":delayed"
    local parentWaitingChildrenOrDelayedKey
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then
      parentWaitingChildrenOrDelayedKey = parentWaitingChildrenKey
    elseif rcall("ZSCORE", parentDelayedKey, parentId) then
      parentWaitingChildrenOrDelayedKey = parentDelayedKey
      rcall("HSET", parentKey, "delay", 0)
    end
    if parentWaitingChildrenOrDelayedKey then
      rcall("ZREM", parentWaitingChildrenOrDelayedKey, parentId)
      local deferredFailure = "child " .. jobIdKey .. " failed"
      rcall("HSET", parentKey, "defa", deferredFailure)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    else
      if not rcall("ZSCORE", parentQueueKey .. ":failed", parentId) then
        local deferredFailure = "child " .. jobIdKey .. " failed"
        rcall("HSET", parentKey, "defa", deferredFailure)
      end
    end
  end
end
local moveChildFromDependenciesIfNeeded = function (rawParentData, childKey, failedReason, timestamp)
  if rawParentData then
    local parentData = cjson.decode(rawParentData)
    local parentKey = parentData['queueKey'] .. ':' .. parentData['id']
    local parentDependenciesChildrenKey = parentKey .. ":dependencies"
    if parentData['fpof'] then
      if rcall("SREM", parentDependenciesChildrenKey, childKey) == 1 then
        local parentUnsuccessfulChildrenKey = parentKey .. ":unsuccessful"
        rcall("ZADD", parentUnsuccessfulChildrenKey, timestamp, childKey)
        handleChildFailureAndMoveParentToWait(
          parentData['queueKey'],
          parentKey,
          parentData['id'],
          childKey,
          timestamp
        )
      end
    elseif parentData['cpof'] then
      if rcall("SREM", parentDependenciesChildrenKey, childKey) == 1 then
        local parentFailedChildrenKey = parentKey .. ":failed"
        rcall("HSET", parentFailedChildrenKey, childKey, failedReason)
        moveParentToWaitIfNeeded(parentData['queueKey'], parentKey, parentData['id'], timestamp)
      end
    elseif parentData['idof'] or parentData['rdof'] then
      if rcall("SREM", parentDependenciesChildrenKey, childKey) == 1 then
        moveParentToWaitIfNoPendingDependencies(parentData['queueKey'], parentDependenciesChildrenKey,
          parentKey, parentData['id'], timestamp)
        if parentData['idof'] then
          local parentFailedChildrenKey = parentKey .. ":failed"
          rcall("HSET", parentFailedChildrenKey, childKey, failedReason)
        end
      end
    end
  end
end
--[[
  Function to remove deduplication key if needed
  when a job is moved to completed or failed states.
]]
local function removeDeduplicationKeyIfNeededOnFinalization(prefixKey,
  deduplicationId, jobId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local pttl = rcall("PTTL", deduplicationKey)
    if pttl == 0 then
      return rcall("DEL", deduplicationKey)
    end
    if pttl == -1 then
      local currentJobId = rcall('GET', deduplicationKey)
      if currentJobId and currentJobId == jobId then
        return rcall("DEL", deduplicationKey)
      end
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Functions to remove jobs by max age.
]]
-- Includes
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function removeJobsByMaxAge(timestamp, maxAge, targetSet, prefix, maxLimit)
  local start = timestamp - maxAge * 1000
  local jobIds = rcall("ZREVRANGEBYSCORE", targetSet, start, "-inf", "LIMIT", 0, maxLimit)
  for i, jobId in ipairs(jobIds) do
    removeJob(jobId, false, prefix, false --[[remove debounce key]])
  end
  if #jobIds > 0 then
    if #jobIds < maxLimit then
      rcall("ZREMRANGEBYSCORE", targetSet, "-inf", start)
    else
      for from, to in batches(#jobIds, 7000) do
        rcall("ZREM", targetSet, unpack(jobIds, from, to))
      end
    end
  end
end
--[[
  Functions to remove jobs by max count.
]]
-- Includes
local function removeJobsByMaxCount(maxCount, targetSet, prefix)
  local start = maxCount
  local jobIds = rcall("ZREVRANGE", targetSet, start, -1)
  for i, jobId in ipairs(jobIds) do
    removeJob(jobId, false, prefix, false --[[remove debounce key]])
  end
  rcall("ZREMRANGEBYRANK", targetSet, 0, -(maxCount + 1))
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
--[[
  Function to create a new job from stored dedup-next data
  when a deduplicated job with keepLastIfActive finishes.
  At most one next job is created per deduplication ID.
  Multiple triggers while active overwrite the dedup-next data,
  so only the latest data is used.
]]
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
--[[
  Shared helper to store a job and enqueue it into the appropriate list/set.
  Handles delayed, prioritized, and standard (LIFO/FIFO) jobs.
  Emits the appropriate event after enqueuing ("delayed" or "waiting").
  Returns delay, priority from storeJob.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
local function storeAndEnqueueJob(eventsKey, jobIdKey, jobId, name, data, opts,
    timestamp, parentKey, parentData, repeatJobKey, maxEvents,
    waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
    priorityCounterKey, delayedKey, markerKey)
  local delay, priority = storeJob(eventsKey, jobIdKey, jobId, name, data,
      opts, timestamp, parentKey, parentData, repeatJobKey)
  if delay ~= 0 and delayedKey then
    addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, markerKey, delay)
  else
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    if priority > 0 then
      addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
          priorityCounterKey, isPausedOrMaxed)
    else
      local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
      addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    end
    rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
        "jobId", jobId)
  end
  return delay, priority
end
local function requeueDeduplicatedJob(prefix, deduplicationId, eventStreamKey,
    metaKey, activeKey, waitKey, pausedKey, markerKey, prioritizedKey,
    priorityCounterKey, delayedKey, timestamp)
  local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
  if rcall("EXISTS", deduplicationNextKey) == 1 then
    local nextData = rcall("HMGET", deduplicationNextKey,
        "name", "data", "opts", "pk", "pd", "pdk", "rjk", "jid")
    -- Always increment the counter to keep it monotonic
    local nextId = rcall("INCR", prefix .. "id") .. ""
    local storedJobId = nextData[8] -- index 8 = "jid" (8th field in the HMGET call above)
    local newJobId
    if storedJobId then
      newJobId = storedJobId
    else
      newJobId = nextId
    end
    local newJobIdKey = prefix .. newJobId
    local newOpts = cjson.decode(nextData[3])
    local deduplicationKey = prefix .. "de:" .. deduplicationId
    local parentKey = nextData[4] or nil
    local parentData = nextData[5] or nil
    local parentDependenciesKey = nextData[6] or nil
    local repeatJobKey = nextData[7] or nil
    -- Set dedup key for the new job (without TTL when keepLastIfActive,
    -- so the key outlives the job's active duration)
    local deOpts = newOpts['de']
    if deOpts and deOpts['keepLastIfActive'] then
      rcall('SET', deduplicationKey, newJobId)
    else
      setDeduplicationKey(deduplicationKey, newJobId, deOpts)
    end
    -- Store and enqueue using the shared helper (handles priority/lifo/delayed)
    local maxEvents = getOrSetMaxEvents(metaKey)
    storeAndEnqueueJob(eventStreamKey, newJobIdKey, newJobId, nextData[1], nextData[2],
        newOpts, timestamp, parentKey, parentData, repeatJobKey, maxEvents,
        waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
        priorityCounterKey, delayedKey, markerKey)
    -- Register as child dependency if the job has a parent
    if parentDependenciesKey then
      rcall("SADD", parentDependenciesKey, newJobIdKey)
    end
    -- Only delete the dedup-next hash after the job is fully created,
    -- so that if any step above errors, the data is not permanently lost.
    rcall("DEL", deduplicationNextKey)
  end
end
--[[
  Function to trim events, default 10000.
]]
-- Includes
local function trimEvents(metaKey, eventStreamKey)
  local maxEvents = getOrSetMaxEvents(metaKey)
  if maxEvents then
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", maxEvents)
  else
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", 10000)
  end
end
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
--[[
  Function to update a bunch of fields in a job.
]]
local function updateJobFields(jobKey, msgpackedFields)
  if msgpackedFields and #msgpackedFields > 0 then
    local fieldsToUpdate = cmsgpack.unpack(msgpackedFields)
    if fieldsToUpdate then
      rcall("HMSET", jobKey, unpack(fieldsToUpdate))
    end
  end
end
local jobIdKey = KEYS[12]
if rcall("EXISTS", jobIdKey) == 1 then -- Make sure job exists
    -- Make sure it does not have pending dependencies
    -- It must happen before removing lock
    if ARGV[5] == "completed" then
        if rcall("SCARD", jobIdKey .. ":dependencies") ~= 0 then
            return -4
        end
        if rcall("ZCARD", jobIdKey .. ":unsuccessful") ~= 0 then
            return -9
        end
    end
    local opts = cmsgpack.unpack(ARGV[8])
    local token = opts['token']
    local errorCode = removeLock(jobIdKey, KEYS[5], token, ARGV[1])
    if errorCode < 0 then
        return errorCode
    end
    updateJobFields(jobIdKey, ARGV[9]);
    local attempts = opts['attempts']
    local maxMetricsSize = opts['maxMetricsSize']
    local maxCount = opts['keepJobs']['count']
    local maxAge = opts['keepJobs']['age']
    local maxLimit = opts['keepJobs']['limit'] or 1000
    local jobAttributes = rcall("HMGET", jobIdKey, "parentKey", "parent", "deid")
    local parentKey = jobAttributes[1] or ""
    local parentId = ""
    local parentQueueKey = ""
    if jobAttributes[2] then -- TODO: need to revisit this logic if it's still needed
        local jsonDecodedParent = cjson.decode(jobAttributes[2])
        parentId = jsonDecodedParent['id']
        parentQueueKey = jsonDecodedParent['queueKey']
    end
    local jobId = ARGV[1]
    local timestamp = ARGV[2]
    -- Remove from active list (if not active we shall return error)
    local numRemovedElements = rcall("LREM", KEYS[2], -1, jobId)
    if (numRemovedElements < 1) then
        return -3
    end
    local eventStreamKey = KEYS[4]
    local metaKey = KEYS[9]
    -- Trim events before emitting them to avoid trimming events emitted in this script
    trimEvents(metaKey, eventStreamKey)
    local prefix = ARGV[7]
    removeDeduplicationKeyIfNeededOnFinalization(prefix, jobAttributes[3], jobId)
    -- Check if there is requeue data for this dedup ID (keepLastIfActive mode)
    if jobAttributes[3] then
      requeueDeduplicatedJob(prefix, jobAttributes[3], eventStreamKey,
          metaKey, KEYS[2], KEYS[1], KEYS[8], KEYS[14], KEYS[3], KEYS[10],
          KEYS[7], timestamp)
    end
    -- If job has a parent we need to
    -- 1) remove this job id from parents dependencies
    -- 2) move the job Id to parent "processed" set
    -- 3) push the results into parent "results" list
    -- 4) if parent's dependencies is empty, then move parent to "wait/paused". Note it may be a different queue!.
    if parentId == "" and parentKey ~= "" then
        parentId = getJobIdFromKey(parentKey)
        parentQueueKey = getJobKeyPrefix(parentKey, ":" .. parentId)
    end
    if parentId ~= "" then
        if ARGV[5] == "completed" then
            local dependenciesSet = parentKey .. ":dependencies"
            if rcall("SREM", dependenciesSet, jobIdKey) == 1 then
                updateParentDepsIfNeeded(parentKey, parentQueueKey, dependenciesSet, parentId, jobIdKey, ARGV[4],
                    timestamp)
            end
        else
            moveChildFromDependenciesIfNeeded(jobAttributes[2], jobIdKey, ARGV[4], timestamp)
        end
    end
    local attemptsMade = rcall("HINCRBY", jobIdKey, "atm", 1)
    -- Remove job?
    if maxCount ~= 0 then
        local targetSet = KEYS[11]
        -- Add to complete/failed set
        rcall("ZADD", targetSet, timestamp, jobId)
        rcall("HSET", jobIdKey, ARGV[3], ARGV[4], "finishedOn", timestamp)
        -- "returnvalue" / "failedReason" and "finishedOn"
        if ARGV[5] == "failed" then
            rcall("HDEL", jobIdKey, "defa")
        end
        -- Remove old jobs?
        if maxAge ~= nil then
            removeJobsByMaxAge(timestamp, maxAge, targetSet, prefix, maxLimit)
        end
        if maxCount ~= nil and maxCount > 0 then
            removeJobsByMaxCount(maxCount, targetSet, prefix)
        end
    else
        removeJobKeys(jobIdKey)
        if parentKey ~= "" then
            -- TODO: when a child is removed when finished, result or failure in parent
            -- must not be deleted, those value references should be deleted when the parent
            -- is deleted
            removeParentDependencyKey(jobIdKey, false, parentKey, jobAttributes[3])
        end
    end
    rcall("XADD", eventStreamKey, "*", "event", ARGV[5], "jobId", jobId, ARGV[3], ARGV[4], "prev", "active")
    if ARGV[5] == "failed" then
        if tonumber(attemptsMade) >= tonumber(attempts) then
            rcall("XADD", eventStreamKey, "*", "event", "retries-exhausted", "jobId", jobId, "attemptsMade",
                attemptsMade)
        end
    end
    -- Collect metrics
    if maxMetricsSize ~= "" then
        collectMetrics(KEYS[13], KEYS[13] .. ':data', maxMetricsSize, timestamp)
    end
    -- Try to get next job to avoid an extra roundtrip if the queue is not closing,
    -- and not rate limited.
    if (ARGV[6] == "1") then
        local result = fetchNextJob(KEYS[1], KEYS[2], KEYS[3], eventStreamKey,
            KEYS[6], KEYS[7], metaKey, KEYS[10], KEYS[14], prefix,
            timestamp, opts)
        if result then
            return result
        end
    end
    local waitLen = rcall("LLEN", KEYS[1])
    if waitLen == 0 then
        local activeLen = rcall("LLEN", KEYS[2])
        if activeLen == 0 then
            local prioritizedLen = rcall("ZCARD", KEYS[3])
            if prioritizedLen == 0 then
                rcall("XADD", eventStreamKey, "*", "event", "drained")
            end
        end
    end
    return 0
else
    return -1
end
`,keys:14},Ii={name:`moveToWaitingChildren`,content:`--[[
  Moves job from active to waiting children set.
  Input:
    KEYS[1] active key
    KEYS[2] wait-children key
    KEYS[3] job key
    KEYS[4] job dependencies key
    KEYS[5] job unsuccessful key
    KEYS[6] stalled key
    KEYS[7] events key
    ARGV[1] token
    ARGV[2] child key
    ARGV[3] timestamp
    ARGV[4] jobId
    ARGV[5] prefix
  Output:
    0 - OK
    1 - There are not pending dependencies.
   -1 - Missing job.
   -2 - Missing lock
   -3 - Job not in active set
   -9 - Job has failed children
]]
local rcall = redis.call
local activeKey = KEYS[1]
local waitingChildrenKey = KEYS[2]
local jobKey = KEYS[3]
local jobDependenciesKey = KEYS[4]
local jobUnsuccessfulKey = KEYS[5]
local stalledKey = KEYS[6]
local eventStreamKey = KEYS[7]
local token = ARGV[1]
local timestamp = ARGV[3]
local jobId = ARGV[4]
--- Includes
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
local function removeJobFromActive(activeKey, stalledKey, jobKey, jobId,
    token)
  local errorCode = removeLock(jobKey, stalledKey, token, jobId)
  if errorCode < 0 then
    return errorCode
  end
  local numRemovedElements = rcall("LREM", activeKey, -1, jobId)
  if numRemovedElements < 1 then
    return -3
  end
  return 0
end
local function moveToWaitingChildren(activeKey, waitingChildrenKey, stalledKey, eventStreamKey,
    jobKey, jobId, timestamp, token)
  local errorCode = removeJobFromActive(activeKey, stalledKey, jobKey, jobId, token)
  if errorCode < 0 then
    return errorCode
  end
  local score = tonumber(timestamp)
  rcall("ZADD", waitingChildrenKey, score, jobId)
  rcall("XADD", eventStreamKey, "*", "event", "waiting-children", "jobId", jobId, 'prev', 'active')
  return 0
end
if rcall("EXISTS", jobKey) == 1 then
  if rcall("ZCARD", jobUnsuccessfulKey) ~= 0 then
    return -9
  else
    if ARGV[2] ~= "" then
      if rcall("SISMEMBER", jobDependenciesKey, ARGV[2]) ~= 0 then
        return moveToWaitingChildren(activeKey, waitingChildrenKey, stalledKey, eventStreamKey,
          jobKey, jobId, timestamp, token)
      end
      return 1
    else
      if rcall("SCARD", jobDependenciesKey) ~= 0 then 
        return moveToWaitingChildren(activeKey, waitingChildrenKey, stalledKey, eventStreamKey,
          jobKey, jobId, timestamp, token)
      end
      return 1
    end    
  end
end
return -1
`,keys:7},Li={name:`obliterate`,content:`--[[
  Completely obliterates a queue and all of its contents
  This command completely destroys a queue including all of its jobs, current or past 
  leaving no trace of its existence. Since this script needs to iterate to find all the job
  keys, consider that this call may be slow for very large queues.
  The queue needs to be "paused" or it will return an error
  If the queue has currently active jobs then the script by default will return error,
  however this behaviour can be overridden using the 'force' option.
  Input:
    KEYS[1] meta
    KEYS[2] base
    ARGV[1] count
    ARGV[2] force
]]
local maxCount = tonumber(ARGV[1])
local baseKey = KEYS[2]
local rcall = redis.call
-- Includes
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function removeJobs(keys, hard, baseKey, max)
  for i, key in ipairs(keys) do
    removeJob(key, hard, baseKey, true --[[remove debounce key]])
  end
  return max - #keys
end
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to filter out jobs to ignore from a table.
]]
local function filterOutJobsToIgnore(jobs, jobsToIgnore)
  local filteredJobs = {}
  for i = 1, #jobs do
    if not jobsToIgnore[jobs[i]] then
      table.insert(filteredJobs, jobs[i])
    end
  end
  return filteredJobs
end
local function getListItems(keyName, max)
  return rcall('LRANGE', keyName, 0, max - 1)
end
local function removeListJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getListItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  rcall("LTRIM", keyName, #jobs, -1)
  return count
end
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to get ZSet items.
]]
local function getZSetItems(keyName, max)
  return rcall('ZRANGE', keyName, 0, max - 1)
end
local function removeZSetJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getZSetItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  if(#jobs > 0) then
    for from, to in batches(#jobs, 7000) do
      rcall("ZREM", keyName, unpack(jobs, from, to))
    end
  end
  return count
end
local function removeLockKeys(keys)
  for i, key in ipairs(keys) do
    rcall("DEL", baseKey .. key .. ':lock')
  end
end
-- 1) Check if paused, if not return with error.
if rcall("HEXISTS", KEYS[1], "paused") ~= 1 then
  return -1 -- Error, NotPaused
end
-- 2) Check if there are active jobs, if there are and not "force" return error.
local activeKey = baseKey .. 'active'
local activeJobs = getListItems(activeKey, maxCount)
if (#activeJobs > 0) then
  if(ARGV[2] == "") then 
    return -2 -- Error, ExistActiveJobs
  end
end
removeLockKeys(activeJobs)
maxCount = removeJobs(activeJobs, true, baseKey, maxCount)
rcall("LTRIM", activeKey, #activeJobs, -1)
if(maxCount <= 0) then
  return 1
end
local delayedKey = baseKey .. 'delayed'
maxCount = removeZSetJobs(delayedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local repeatKey = baseKey .. 'repeat'
local repeatJobsIds = getZSetItems(repeatKey, maxCount)
for i, key in ipairs(repeatJobsIds) do
  local jobKey = repeatKey .. ":" .. key
  rcall("DEL", jobKey)
end
if(#repeatJobsIds > 0) then
  for from, to in batches(#repeatJobsIds, 7000) do
    rcall("ZREM", repeatKey, unpack(repeatJobsIds, from, to))
  end
end
maxCount = maxCount - #repeatJobsIds
if(maxCount <= 0) then
  return 1
end
local completedKey = baseKey .. 'completed'
maxCount = removeZSetJobs(completedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local waitKey = baseKey .. 'wait'
maxCount = removeListJobs(waitKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
-- Backwards compatibility: older versions used a separate "paused" list.
local pausedKey = baseKey .. 'paused'
maxCount = removeListJobs(pausedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local prioritizedKey = baseKey .. 'prioritized'
maxCount = removeZSetJobs(prioritizedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local failedKey = baseKey .. 'failed'
maxCount = removeZSetJobs(failedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
if(maxCount > 0) then
  rcall("DEL",
    baseKey .. 'events',
    baseKey .. 'delay',
    baseKey .. 'stalled-check',
    baseKey .. 'stalled',
    baseKey .. 'id',
    baseKey .. 'pc',
    baseKey .. 'marker',
    baseKey .. 'meta',
    baseKey .. 'metrics:completed',
    baseKey .. 'metrics:completed:data',
    baseKey .. 'metrics:failed',
    baseKey .. 'metrics:failed:data')
  return 0
else
  return 1
end
`,keys:2},Ri={name:`paginate`,content:`--[[
    Paginate a set or hash
    Input:
      KEYS[1] key pointing to the set or hash to be paginated.
      ARGV[1]  page start offset
      ARGV[2]  page end offset (-1 for all the elements)
      ARGV[3]  cursor
      ARGV[4]  offset
      ARGV[5]  max iterations
      ARGV[6]  fetch jobs?
    Output:
      [cursor, offset, items, numItems]
]]
local rcall = redis.call
-- Includes
--[[
  Function to achieve pagination for a set or hash.
  This function simulates pagination in the most efficient way possible
  for a set using sscan or hscan.
  The main limitation is that sets are not order preserving, so the
  pagination is not stable. This means that if the set is modified
  between pages, the same element may appear in different pages.
]] -- Maximum number of elements to be returned by sscan per iteration.
local maxCount = 100
-- Finds the cursor, and returns the first elements available for the requested page.
local function findPage(key, command, pageStart, pageSize, cursor, offset,
                        maxIterations, fetchJobs)
    local items = {}
    local jobs = {}
    local iterations = 0
    repeat
        -- Iterate over the set using sscan/hscan.
        local result = rcall(command, key, cursor, "COUNT", maxCount)
        cursor = result[1]
        local members = result[2]
        local step = 1
        if command == "HSCAN" then
            step = 2
        end
        if #members == 0 then
            -- If the result is empty, we can return the result.
            return cursor, offset, items, jobs
        end
        local chunkStart = offset
        local chunkEnd = offset + #members / step
        local pageEnd = pageStart + pageSize
        if chunkEnd < pageStart then
            -- If the chunk is before the page, we can skip it.
            offset = chunkEnd
        elseif chunkStart > pageEnd then
            -- If the chunk is after the page, we can return the result.
            return cursor, offset, items, jobs
        else
            -- If the chunk is overlapping the page, we need to add the elements to the result.
            for i = 1, #members, step do
                if offset >= pageEnd then
                    return cursor, offset, items, jobs
                end
                if offset >= pageStart then
                    local index = #items + 1
                    if fetchJobs ~= nil then
                        jobs[#jobs+1] = rcall("HGETALL", members[i])
                    end
                    if step == 2 then
                        items[index] = {members[i], members[i + 1]}
                    else
                        items[index] = members[i]
                    end
                end
                offset = offset + 1
            end
        end
        iterations = iterations + 1
    until cursor == "0" or iterations >= maxIterations
    return cursor, offset, items, jobs
end
local key = KEYS[1]
local scanCommand = "SSCAN"
local countCommand = "SCARD"
local type = rcall("TYPE", key)["ok"]
if type == "none" then
    return {0, 0, {}, 0}
elseif type == "hash" then
    scanCommand = "HSCAN"
    countCommand = "HLEN"
elseif type ~= "set" then
    return
        redis.error_reply("Pagination is only supported for sets and hashes.")
end
local numItems = rcall(countCommand, key)
local startOffset = tonumber(ARGV[1])
local endOffset = tonumber(ARGV[2])
if endOffset == -1 then 
  endOffset = numItems
end
local pageSize = (endOffset - startOffset) + 1
local cursor, offset, items, jobs = findPage(key, scanCommand, startOffset,
                                       pageSize, ARGV[3], tonumber(ARGV[4]),
                                       tonumber(ARGV[5]), ARGV[6])
return {cursor, offset, items, numItems, jobs}
`,keys:1},zi={name:`pause`,content:`--[[
  Pauses or resumes a queue globally.
  Input:
    KEYS[1] 'wait' or 'paused'
    KEYS[2] 'paused' or 'wait'
    KEYS[3] 'meta'
    KEYS[4] 'prioritized'
    KEYS[5] events stream key
    KEYS[6] 'delayed'
    KEYS[7] 'marker'
    ARGV[1] 'paused' or 'resumed'
    ARGV[2] '1' to emit event, '0' to skip it
  Event:
    publish paused or resumed event.
]]
local rcall = redis.call
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Get count jobs in wait or prioritized.
]]
local function getWaitPlusPrioritizedCount(waitKey, prioritizedKey)
  local waitCount = rcall("LLEN", waitKey)
  local prioritizedCount = rcall("ZCARD", prioritizedKey)
  return waitCount + prioritizedCount
end
local markerKey = KEYS[7]
local emitEvent = ARGV[2] ~= "0"
local legacyPausedRemaining = 0
if ARGV[1] == "paused" then
    rcall("HSET", KEYS[3], "paused", 1)
    rcall("DEL", markerKey)
else
    rcall("HDEL", KEYS[3], "paused")
    --jobs in paused key
    local hasJobs = rcall("EXISTS", KEYS[1]) == 1
    if hasJobs then
        if rcall("EXISTS", KEYS[2]) == 0 then
            rcall("RENAME", KEYS[1], KEYS[2])
        else
            --move a maximum of 7000 jobs per resume call in order to not block
            --using LRANGE 0..6999 so each RPUSH argument list stays bounded
            --if users have more jobs in paused state, call resume multiple times
            local jobs = rcall('LRANGE', KEYS[1], 0, 6999)
            rcall("RPUSH", KEYS[2], unpack(jobs))
            rcall("LTRIM", KEYS[1], #jobs, -1)
            legacyPausedRemaining = rcall("LLEN", KEYS[1])
        end
    end
    if getWaitPlusPrioritizedCount(KEYS[2], KEYS[4]) > 0 then
        -- Add marker if there are waiting or priority jobs
        rcall("ZADD", markerKey, 0, "0")
    else
        addDelayMarkerIfNeeded(markerKey, KEYS[6])
    end
end
if emitEvent then
    rcall("XADD", KEYS[5], "*", "event", ARGV[1]);
end
return legacyPausedRemaining
`,keys:7},Bi={name:`promote`,content:`--[[
  Promotes a job that is currently "delayed" to the "waiting" state
    Input:
      KEYS[1] 'delayed'
      KEYS[2] 'wait'
      KEYS[3] 'paused'
      KEYS[4] 'meta'
      KEYS[5] 'prioritized'
      KEYS[6] 'active'
      KEYS[7] 'pc' priority counter
      KEYS[8] 'event stream'
      KEYS[9] 'marker'
      ARGV[1]  queue.toKey('')
      ARGV[2]  jobId
    Output:
       0 - OK
      -3 - Job not in delayed zset.
    Events:
      'waiting'
]]
local rcall = redis.call
local jobId = ARGV[2]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
if rcall("ZREM", KEYS[1], jobId) == 1 then
    local jobKey = ARGV[1] .. jobId
    local priority = tonumber(rcall("HGET", jobKey, "priority")) or 0
    local metaKey = KEYS[4]
    local markerKey = KEYS[9]
    -- Remove delayed "marker" from the wait list if there is any.
    -- Since we are adding a job we do not need the marker anymore.
    -- Markers in waitlist DEPRECATED in v5: Remove in v6.
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, KEYS[6])
    local marker = rcall("LINDEX", KEYS[2], 0)
    if marker and string.sub(marker, 1, 2) == "0:" then rcall("LPOP", KEYS[2]) end
    if priority == 0 then
        -- LIFO or FIFO
        addJobInTargetList(KEYS[2], markerKey, "LPUSH", isPausedOrMaxed, jobId)
    else
        addJobWithPriority(markerKey, KEYS[5], priority, jobId, KEYS[7], isPausedOrMaxed)
    end
    rcall("XADD", KEYS[8], "*", "event", "waiting", "jobId", jobId, "prev",
          "delayed");
    rcall("HSET", jobKey, "delay", 0)
    return 0
else
    return -3
end
`,keys:9},Vi={name:`relayAckInbox`,content:`--[[
  Records the last inbox position acknowledged by the reader.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] cursor (id of the last consumed entry)
]]
local rcall = redis.call
local nodeKey = ARGV[1] .. ":" .. ARGV[2] .. ":node"
if rcall("EXISTS", nodeKey) == 1 then
  rcall("HSET", nodeKey, "cursor", ARGV[3])
end
return 1
`,keys:1},Hi={name:`relayDeleteRetained`,content:`--[[
  Deletes the retained message of a topic.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] topic
  Output:
    1 - Deleted.
    0 - The topic had no retained message.
   -1 - Invalid topic.
]]
local rcall = redis.call
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
local baseKey = ARGV[1]
local topic = ARGV[2]
if not parseRelayTopic(topic, false) then
  return -1
end
local now = getRelayTime()
local indexKey = baseKey .. ":retained"
rcall("ZREM", indexKey, topic)
rcall("ZREMRANGEBYSCORE", indexKey, "-inf", now)
-- The deleted topic may have been the longest lived: the index and the
-- namespace now expire with the remaining retained messages.
local indexUntil = getRelayLastScore(indexKey)
if indexUntil > 0 then
  rcall("PEXPIREAT", indexKey, indexUntil)
end
local deleted = rcall("DEL", baseKey .. ":" .. topic .. ":ret")
refreshRelayNamespace(baseKey, KEYS[1], now)
return deleted
`,keys:1},Ui={name:`relayGet`,content:`--[[
  Read-only views of a relay namespace, for dashboards. Lists are paginated
  like the queue getters: "start" and "end" are inclusive positions, and an
  "end" of -1 means "to the end".
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] view: counts | used | nodes | subscriptions | patterns | retained
    ARGV[3] start
    ARGV[4] end
    ARGV[5] subscriptions filter: "" (all) | node | pattern
    ARGV[6] filter value (node id or pattern)
  Output (one array per item):
    counts         { nodes, subscriptions, patterns, retained }
    used           1 if the namespace has a live node or retained message,
                   else 0 (a single value, not an array)
    nodes          { id, registered at, lease until, info, last heartbeat,
                     backlog, dropped, subscriptions } (ordered by registration;
                     an expired node not swept yet has an empty info)
    subscriptions  { node id, endpoint id, pattern }
    patterns       { pattern, subscriptions }
    retained       { topic, expires at, mid, ts, data } (ordered by expiry)
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local baseKey = ARGV[1]
local view = ARGV[2]
local first = tonumber(ARGV[3])
local last = tonumber(ARGV[4])
local subsKey = baseKey .. ":subs"
local retainedKey = baseKey .. ":retained"
-- LIMIT arguments for the inclusive [first, last] window.
local function window()
  if last < 0 then
    return first, -1
  end
  return first, math.max(0, last - first + 1)
end
local function lexPage(prefix)
  local offset, count = window()
  if count == 0 then
    return {}
  end
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", subsKey, min, max, "LIMIT", offset, count)
  for i = 1, #members do
    members[i] = string.sub(members[i], #prefix + 1)
  end
  return members
end
local function lexCount(prefix)
  local min, max = relayRange(prefix)
  return rcall("ZLEXCOUNT", subsKey, min, max)
end
if view == "counts" then
  return { rcall("ZCARD", KEYS[1]), lexCount("n|"), lexCount("t|"),
    rcall("ZCOUNT", retainedKey, getRelayTime() + 1, "+inf") }
end
if view == "used" then
  local after = getRelayTime() + 1
  if rcall("ZCOUNT", KEYS[1], after, "+inf") > 0 or
    rcall("ZCOUNT", retainedKey, after, "+inf") > 0 then
    return 1
  end
  return 0
end
local rows = {}
if view == "nodes" then
  local nodes = rcall("ZRANGE", baseKey .. ":started", first, last, "WITHSCORES")
  for i = 1, #nodes, 2 do
    local nodeId = nodes[i]
    local record = rcall("HMGET", baseKey .. ":" .. nodeId .. ":node",
      "info", "hb", "backlog", "dropped")
    rows[#rows + 1] = { nodeId, nodes[i + 1],
      rcall("ZSCORE", KEYS[1], nodeId) or "", record[1] or "", record[2] or "",
      record[3] or "0", record[4] or "0", lexCount("n|" .. nodeId .. "|") }
  end
elseif view == "subscriptions" then
  local filter = ARGV[5]
  local value = ARGV[6]
  if filter == "node" then
    local members = lexPage("n|" .. value .. "|")
    for i = 1, #members do
      local endpointId, pattern = splitRelayEndpointPattern(members[i])
      rows[#rows + 1] = { value, endpointId, pattern }
    end
  elseif filter == "pattern" then
    local members = lexPage("p|" .. value .. "|")
    for i = 1, #members do
      local nodeId, endpointId = splitRelayEndpointPattern(members[i])
      rows[#rows + 1] = { nodeId, endpointId, value }
    end
  else
    local members = lexPage("n|")
    for i = 1, #members do
      local nodeId, rest = splitRelayEndpointPattern(members[i])
      local endpointId, pattern = splitRelayEndpointPattern(rest)
      rows[#rows + 1] = { nodeId, endpointId, pattern }
    end
  end
elseif view == "patterns" then
  local patterns = lexPage("t|")
  for i = 1, #patterns do
    rows[#rows + 1] = { patterns[i], lexCount("p|" .. patterns[i] .. "|") }
  end
elseif view == "retained" then
  local offset, count = window()
  if count ~= 0 then
    local topics = rcall("ZRANGEBYSCORE", retainedKey, getRelayTime() + 1,
      "+inf", "WITHSCORES", "LIMIT", offset, count)
    for i = 1, #topics, 2 do
      local value = rcall("HMGET", baseKey .. ":" .. topics[i] .. ":ret", "m", "ts", "d")
      if value[1] then
        rows[#rows + 1] = { topics[i], topics[i + 1], value[1], value[2], value[3] }
      end
    end
  end
end
return rows
`,keys:1},Wi={name:`relayGetNamespaces`,content:`--[[
  Returns the relay namespaces of a prefix that may be in use (with live
  nodes or retained messages), sorted by name. Nodes can leave and retained
  messages be deleted before their registry entry expires, so callers check
  each one (relayGet "used" view).
  Input:
    KEYS[1] registry key ({prefix}::relay:namespaces)
]]
local rcall = redis.call
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local namespaces = rcall("ZRANGEBYSCORE", KEYS[1], getRelayTime() + 1, "+inf")
table.sort(namespaces)
return namespaces
`,keys:1},Gi={name:`relayHeartbeat`,content:`--[[
  Renews a relay node's liveness lease (and the expiry of its namespace).
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] lease duration (ms)
  Output:
    1 - Lease renewed.
    0 - The node is not registered or its lease expired (even if not swept):
        the caller must register again and restore its subscriptions.
]]
local rcall = redis.call
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local nodeId = ARGV[2]
local leaseMs = tonumber(ARGV[3])
local nodeKey = baseKey .. ":" .. nodeId .. ":node"
if not rcall("ZSCORE", KEYS[1], nodeId) or rcall("EXISTS", nodeKey) == 0 then
  return 0
end
local now = getRelayTime()
rcall("ZADD", KEYS[1], now + leaseMs, nodeId)
rcall("HSET", nodeKey, "hb", now)
rcall("PEXPIRE", nodeKey, leaseMs)
rcall("PEXPIRE", baseKey .. ":" .. nodeId .. ":inbox", leaseMs)
refreshRelayNamespace(baseKey, KEYS[1], now)
return 1
`,keys:1},Ki={name:`relayPublish`,content:`--[[
  Publishes a message on a topic.
  Finds every subscription whose pattern matches the topic and appends one
  entry to the inbox of each live node involved, listing that node's matching
  endpoints. Each endpoint gets the message once, even if several of its
  patterns match.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] topic
    ARGV[3] data (serialized by the caller)
    ARGV[4] timestamp (ms)
    ARGV[5] retain (ms, 0 = do not retain)
    ARGV[6] max data size (bytes)
    ARGV[7] max inbox length (approximate)
  Output:
    { mid, nodes, endpoints }
   -1 - Invalid topic.
   -4 - Data too large.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local topic = ARGV[2]
local data = ARGV[3]
local timestamp = ARGV[4]
local retainMs = tonumber(ARGV[5])
local subsKey = baseKey .. ":subs"
local topicSegments = parseRelayTopic(topic, false)
if not topicSegments then
  return -1
end
if #data > tonumber(ARGV[6]) then
  return -4
end
local midKey = baseKey .. ":mid"
local mid
if rcall("EXISTS", midKey) == 1 then
  mid = rcall("INCR", midKey)
else
  -- A new counter starts at the server time in microseconds, so ids stay
  -- unique and increasing after an earlier counter expired, and expires with
  -- the namespace (see refreshRelayNamespace).
  local time = rcall("TIME")
  mid = rcall("INCRBY", midKey, time[1] .. string.format("%06d", time[2]))
  rcall("PEXPIRE", midKey, math.max(1, rcall("PTTL", KEYS[1])))
end
if retainMs > 0 then
  local now = getRelayTime()
  local retainedKey = baseKey .. ":" .. topic .. ":ret"
  rcall("HSET", retainedKey, "m", mid, "ts", timestamp, "d", data)
  rcall("PEXPIRE", retainedKey, retainMs)
  local indexKey = baseKey .. ":retained"
  rcall("ZADD", indexKey, now + retainMs, topic)
  rcall("ZREMRANGEBYSCORE", indexKey, "-inf", now)
  rcall("PEXPIREAT", indexKey, getRelayLastScore(indexKey))
  refreshRelayNamespace(baseKey, KEYS[1], now)
end
-- node id -> { list of endpoint ids, set of endpoint ids }
local targets = {}
local nodeOrder = {}
local function addSubscribers(pattern)
  local prefix = "p|" .. pattern .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", subsKey, min, max)
  for j = 1, #members do
    local nodeId, endpointId =
      splitRelayEndpointPattern(string.sub(members[j], #prefix + 1))
    local target = targets[nodeId]
    if not target then
      target = { list = {}, seen = {} }
      targets[nodeId] = target
      nodeOrder[#nodeOrder + 1] = nodeId
    end
    if not target.seen[endpointId] then
      target.seen[endpointId] = true
      target.list[#target.list + 1] = endpointId
    end
  end
end
-- Wildcard patterns indexed under a root are matched one by one.
local function addMatchingWildcards(root)
  local prefix = "w|" .. root .. "|"
  local min, max = relayRange(prefix)
  local patterns = rcall("ZRANGEBYLEX", subsKey, min, max)
  for i = 1, #patterns do
    local pattern = string.sub(patterns[i], #prefix + 1)
    local patternSegments = parseRelayTopic(pattern, true)
    if patternSegments and matchRelayTopic(patternSegments, topicSegments) then
      addSubscribers(pattern)
    end
  end
end
-- Exact subscriptions: a direct lookup, whatever their number.
addSubscribers(topic)
addMatchingWildcards(topicSegments[1])
addMatchingWildcards("*")
local nodeCount = 0
local endpointCount = 0
local maxLen = tonumber(ARGV[7])
for i = 1, #nodeOrder do
  local nodeId = nodeOrder[i]
  -- The inbox lives exactly as long as its node's record.
  local ttl = rcall("PTTL", baseKey .. ":" .. nodeId .. ":node")
  if ttl > 0 then
    local inboxKey = baseKey .. ":" .. nodeId .. ":inbox"
    local nodeKey = baseKey .. ":" .. nodeId .. ":node"
    local endpoints = targets[nodeId].list
    local nodeMaxLen = tonumber(rcall("HGET", nodeKey, "maxLen")) or maxLen
    local overflow = rcall("XLEN", inboxKey) + 1 - nodeMaxLen
    if overflow > 0 then
      local cursor = rcall("HGET", nodeKey, "inFlight") or
        rcall("HGET", nodeKey, "cursor") or "0-0"
      local consumed = 0
      if cursor ~= "0-0" and cursor ~= "0" then
        consumed = #rcall("XRANGE", inboxKey, "-", cursor, "COUNT", overflow)
      end
      local dropped = rcall("XTRIM", inboxKey, "MAXLEN", nodeMaxLen - 1)
      local unreadDropped = dropped - consumed
      if unreadDropped > 0 then
        rcall("HINCRBY", nodeKey, "dropped", unreadDropped)
      end
    end
    rcall("XADD", inboxKey, "*",
      "k", "msg", "t", topic, "m", mid, "ts", timestamp, "d", data,
      "e", table.concat(endpoints, ","))
    rcall("PEXPIRE", inboxKey, ttl)
    nodeCount = nodeCount + 1
    endpointCount = endpointCount + #endpoints
  end
end
return { mid, nodeCount, endpointCount }
`,keys:1},qi={name:`relayReadInbox`,content:`--[[
  Reads a batch and atomically marks its entries as in flight so publish-time
  trimming does not count them as dropped before the reader dispatches them.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] cursor (id of the last consumed entry)
    ARGV[4] count
  Output:
    XREAD result, or nil if there are no entries or the lease expired.
]]
local rcall = redis.call
local nodeKey = ARGV[1] .. ":" .. ARGV[2] .. ":node"
local inboxKey = ARGV[1] .. ":" .. ARGV[2] .. ":inbox"
if rcall("EXISTS", nodeKey) == 0 then
  return nil
end
local result = rcall("XREAD", "COUNT", ARGV[4], "STREAMS", inboxKey, ARGV[3])
local inFlight = ARGV[3]
if result then
  local entries = result[1][2]
  inFlight = entries[#entries][1]
end
rcall("HSET", nodeKey, "cursor", ARGV[3], "inFlight", inFlight)
return result
`,keys:1},Ji={name:`relayRegisterNode`,content:`--[[
  Registers (or refreshes) a relay node, its liveness lease and its info.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] lease duration (ms)
    ARGV[4] node info (JSON, opaque to the script)
    ARGV[5] layout version of the caller
    ARGV[6] max inbox length
  Output:
    1 - Registered.
    0 - Old subscriptions still being pruned; retry before registering.
   -5 - Invalid id.
   -6 - The namespace uses a different data layout version.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local nodeId = ARGV[2]
local leaseMs = tonumber(ARGV[3])
local nodeKey = baseKey .. ":" .. nodeId .. ":node"
if not isValidRelayId(nodeId) then
  return -5
end
local layout = rcall("HGET", baseKey .. ":layout", "layout")
if layout and layout ~= ARGV[5] then
  return -6
end
local now = getRelayTime()
-- Never reactivate stale routes, including when recovering before a sweep.
-- Each retry releases Redis after at most 100 subscriptions.
if rcall("EXISTS", nodeKey) == 0 then
  removeRelayNode(baseKey, KEYS[1], nodeId, now)
  refreshRelayNamespace(baseKey, KEYS[1], now)
  pruneRelayNode(baseKey, nodeId, 100)
  if rcall("ZSCORE", baseKey .. ":cleanup", nodeId) then
    return 0
  end
end
rcall("HSET", baseKey .. ":layout", "layout", ARGV[5])
rcall("ZADD", KEYS[1], now + leaseMs, nodeId)
rcall("ZADD", baseKey .. ":started", "NX", now, nodeId)
rcall("HSET", nodeKey, "info", ARGV[4], "hb", now)
rcall("HSET", nodeKey, "maxLen", tonumber(ARGV[6]) or 10000)
rcall("PEXPIRE", nodeKey, leaseMs)
rcall("PEXPIRE", baseKey .. ":" .. nodeId .. ":inbox", leaseMs)
refreshRelayNamespace(baseKey, KEYS[1], now)
return 1
`,keys:1},Yi={name:`relayRemoveEndpoint`,content:`--[[
  Removes every subscription of a relay endpoint.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] endpoint id
  Output:
    Number of removed subscriptions.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
return removeRelayEndpoint(ARGV[1], ARGV[2], ARGV[3])
`,keys:1},Xi={name:`relaySubscribe`,content:`--[[
  Subscribes a relay endpoint to a topic pattern. For an exact topic (no
  wildcards) the retained message, if any, is returned atomically with the
  subscription, so no message can fall between the two.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] endpoint id
    ARGV[4] pattern
  Output:
    { added (1|0), retained mid, retained ts, retained data }
      (the retained fields are "" when there is no retained message)
   -2 - Invalid pattern.
   -3 - Node not registered.
   -5 - Invalid id.
]]
local rcall = redis.call
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
local baseKey = ARGV[1]
local nodeId = ARGV[2]
local endpointId = ARGV[3]
local pattern = ARGV[4]
if not isValidRelayId(nodeId) or not isValidRelayId(endpointId) then
  return -5
end
local segments = parseRelayTopic(pattern, true)
if not segments then
  return -2
end
if not rcall("ZSCORE", KEYS[1], nodeId) or
  rcall("EXISTS", baseKey .. ":" .. nodeId .. ":node") == 0 then
  return -3
end
-- See includes/relayIndex.lua for the views of the subscription index.
local subsKey = baseKey .. ":subs"
local hasWildcards = hasRelayWildcards(segments)
local added = rcall("ZADD", subsKey, 0,
  "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern)
if added == 1 then
  rcall("ZADD", subsKey, 0, "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId,
    0, "t|" .. pattern)
  -- Only wildcard patterns are indexed: publishes find exact topics directly.
  if hasWildcards then
    rcall("ZADD", subsKey, 0, "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
  end
  -- A new index expires with the namespace's routing keys.
  if rcall("PTTL", subsKey) == -1 then
    rcall("PEXPIRE", subsKey, math.max(1, rcall("PTTL", KEYS[1])))
  end
end
if not hasWildcards then
  local retained = rcall("HMGET", baseKey .. ":" .. pattern .. ":ret", "m", "ts", "d")
  if retained[1] then
    return { added, retained[1], retained[2], retained[3] }
  end
end
return { added, "", "", "" }
`,keys:1},Zi={name:`relaySweep`,content:`--[[
  Removes expired relay nodes and expired retained messages, and prunes at
  most 100 subscriptions of removed nodes, including cleanup left by earlier
  calls. Any node may call it periodically.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] max nodes to remove in this call
  Output:
    Array with the ids of the removed nodes.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local limit = tonumber(ARGV[2])
local removed = {}
if limit <= 0 then
  return removed
end
local now = getRelayTime()
local nodes = rcall("ZRANGEBYSCORE", KEYS[1], "-inf", now, "LIMIT", 0, limit)
for i = 1, #nodes do
  removeRelayNode(baseKey, KEYS[1], nodes[i], now)
  removed[#removed + 1] = nodes[i]
end
rcall("ZREMRANGEBYSCORE", baseKey .. ":retained", "-inf", now)
refreshRelayNamespace(baseKey, KEYS[1], now)
pruneRelayNodes(baseKey, 100)
return removed
`,keys:1},Qi={name:`relayTouchNamespace`,content:`--[[
  Records that a relay namespace is in use until a given time, in the
  registry of namespaces of a prefix (used by dashboards to find them).
  Entries and the registry itself expire on their own.
  The registry is a separate key (not under the namespace's hash tag), so it
  is updated in its own call.
  Input:
    KEYS[1] registry key ({prefix}::relay:namespaces)
    ARGV[1] namespace
    ARGV[2] in use for (ms)
]]
local rcall = redis.call
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local now = getRelayTime()
rcall("ZADD", KEYS[1], "GT", now + tonumber(ARGV[2]), ARGV[1])
rcall("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
rcall("PEXPIREAT", KEYS[1], getRelayLastScore(KEYS[1]))
`,keys:1},$i={name:`relayTrimInbox`,content:`--[[
  Removes the consumed entries of a relay node's inbox (up to the reader's
  cursor) and the oldest entries beyond the max length, and returns the number
  of entries left: the messages the node hasn't read yet. The backlog and the
  number of dropped entries are recorded on the node. Entries of a batch the
  reader fetched (in flight) are delivered, so they are not counted as dropped.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] cursor (id of the last consumed entry, "0-0" if none)
    ARGV[4] max length
  Output:
    Number of entries left in the inbox.
]]
local rcall = redis.call
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
local inboxKey = ARGV[1] .. ":" .. ARGV[2] .. ":inbox"
local nodeKey = ARGV[1] .. ":" .. ARGV[2] .. ":node"
local cursor = ARGV[3]
if rcall("EXISTS", nodeKey) == 1 then
  rcall("HSET", nodeKey, "cursor", cursor)
end
if cursor ~= "0-0" and cursor ~= "0" then
  -- At most 10000 per call; the next call removes the rest.
  local consumed = rcall("XRANGE", inboxKey, "-", cursor, "COUNT", 10000)
  if #consumed > 0 then
    local ids = {}
    for i = 1, #consumed do
      ids[i] = consumed[i][1]
    end
    for from, to in batches(#ids, 7000) do
      rcall("XDEL", inboxKey, unpack(ids, from, to))
    end
  end
end
local maxLen = tonumber(ARGV[4])
local dropped = 0
local overflow = rcall("XLEN", inboxKey) - maxLen
if overflow > 0 then
  local inFlight = rcall("HGET", nodeKey, "inFlight") or cursor
  local fetched = 0
  if inFlight ~= "0-0" and inFlight ~= "0" then
    fetched = #rcall("XRANGE", inboxKey, "-", inFlight, "COUNT", overflow)
  end
  dropped = rcall("XTRIM", inboxKey, "MAXLEN", maxLen) - fetched
end
local backlog = rcall("XLEN", inboxKey)
-- Only a live node has a record (writing to a missing one would create it
-- without an expiry).
if rcall("EXISTS", nodeKey) == 1 then
  rcall("HSET", nodeKey, "backlog", backlog)
  if dropped > 0 then
    rcall("HINCRBY", nodeKey, "dropped", dropped)
  end
end
return backlog
`,keys:1},ea={name:`relayUnregisterNode`,content:`--[[
  Unregisters a relay node and frees its inbox immediately. Prunes at most
  100 subscriptions; subsequent sweeps finish the cleanup (or the namespace
  expires, if it was the last node).
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
  Output:
    1 - Removed.
    0 - The node was not registered.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local now = getRelayTime()
local removed = removeRelayNode(ARGV[1], KEYS[1], ARGV[2], now)
refreshRelayNamespace(ARGV[1], KEYS[1], now)
pruneRelayNodes(ARGV[1], 100)
return removed
`,keys:1},ta={name:`releaseLock`,content:`--[[
  Release lock
    Input:
      KEYS[1] 'lock',
      ARGV[1]  token
      ARGV[2]  lock duration in milliseconds
    Output:
      "OK" if lock extended successfully.
]]
local rcall = redis.call
if rcall("GET", KEYS[1]) == ARGV[1] then
  return rcall("DEL", KEYS[1])
else
  return 0
end
`,keys:1},na={name:`releaseParentIfNoPendingDependencies`,content:`--[[
  Moves a parent out of the waiting-children state if it has no pending
  dependencies left.
  This runs at the end of a flow insert, once every node of the tree has been
  added. During the insert itself a child that already exists and is completed
  only records its processed dependency (see updateExistingJobsParent); the
  parent cannot be released at that point because its remaining children have
  not been added to the dependencies set yet.
  It is a no-op unless the parent still exists and is still scored in its
  queue's waiting-children zset, so it is safe to call for every parent
  touched by a flow.
    Input:
      KEYS[1] parent key
      KEYS[2] parent dependencies key
      ARGV[1] parent queue key
      ARGV[2] parent id
      ARGV[3] timestamp
]]
local rcall = redis.call
if rcall("HGET", KEYS[1], "flowAttachmentFailed") then
    rcall("HDEL", KEYS[1], "flowAttachmentFailed")
    return
end
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
moveParentToWaitIfNoPendingDependencies(ARGV[1], KEYS[2], KEYS[1], ARGV[2],
                                        ARGV[3])
`,keys:2},ra={name:`removeChildDependency`,content:`--[[
  Break parent-child dependency by removing
  child reference from parent
  Input:
    KEYS[1] 'key' prefix,
    ARGV[1] job key
    ARGV[2] parent key
    Output:
       0  - OK
       1  - There is not relationship.
      -1  - Missing job key
      -5  - Missing parent key
]]
local rcall = redis.call
local jobKey = ARGV[1]
local parentKey = ARGV[2]
-- Includes
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
if rcall("EXISTS", jobKey) ~= 1 then return -1 end
if rcall("EXISTS", parentKey) ~= 1 then return -5 end
if removeParentDependencyKey(jobKey, false, parentKey, KEYS[1], nil) then
  rcall("HDEL", jobKey, "parentKey", "parent")
  return 0
else
  return 1
end`,keys:1},ia={name:`removeDeduplicationKey`,content:`--[[
  Remove deduplication key if it matches the job id.
  Input:
    KEYS[1] deduplication key
    ARGV[1] job id
  Output:
    0 - false
    1 - true
]]
local rcall = redis.call
local deduplicationKey = KEYS[1]
local jobId = ARGV[1]
local currentJobId = rcall('GET', deduplicationKey)
if currentJobId and currentJobId == jobId then
  return rcall("DEL", deduplicationKey)
end
return 0
`,keys:1},aa={name:`removeJob`,content:`--[[
    Remove a job from all the statuses it may be in as well as all its data.
    In order to be able to remove a job, it cannot be active.
    Input:
      KEYS[1] jobKey
      KEYS[2] repeat key
      ARGV[1] jobId
      ARGV[2] remove children
      ARGV[3] queue prefix
    Events:
      'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Function to check if the job belongs to a job scheduler and
  current delayed job matches with jobId
]]
local function isJobSchedulerJob(jobId, jobKey, jobSchedulersKey)
  local repeatJobKey = rcall("HGET", jobKey, "rjk")
  if repeatJobKey  then
    local prevMillis = rcall("ZSCORE", jobSchedulersKey, repeatJobKey)
    if prevMillis then
      local currentDelayedJobId = "repeat:" .. repeatJobKey .. ":" .. prevMillis
      return jobId == currentDelayedJobId
    end
  end
  return false
end
--[[
  Function to recursively check if there are no locks
  on the jobs to be removed.
  returns:
    boolean
]]
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
local function isLocked( prefix, jobId, removeChildren)
  local jobKey = prefix .. jobId;
  -- Check if this job is locked
  local lockKey = jobKey .. ':lock'
  local lock = rcall("GET", lockKey)
  if not lock then
    if removeChildren == "1" then
      local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
      if (#dependencies > 0) then
        for i, childJobKey in ipairs(dependencies) do
          -- We need to get the jobId for this job.
          local childJobId = getJobIdFromKey(childJobKey)
          local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
          local result = isLocked( childJobPrefix, childJobId, removeChildren )
          if result then
            return true
          end
        end
      end
    end
    return false
  end
  return true
end
--[[
    Remove a job from all the statuses it may be in as well as all its data,
    including its children. Active children can be ignored.
    Events:
      'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove from any state.
  returns:
    prev state
]]
local function removeJobFromAnyState( prefix, jobId)
  -- We start with the ZSCORE checks, since they have O(1) complexity
  if rcall("ZSCORE", prefix .. "completed", jobId) then
    rcall("ZREM", prefix .. "completed", jobId)
    return "completed"
  elseif rcall("ZSCORE", prefix .. "waiting-children", jobId) then
    rcall("ZREM", prefix .. "waiting-children", jobId)
    return "waiting-children"
  elseif rcall("ZSCORE", prefix .. "delayed", jobId) then
    rcall("ZREM", prefix .. "delayed", jobId)
    return "delayed"
  elseif rcall("ZSCORE", prefix .. "failed", jobId) then
    rcall("ZREM", prefix .. "failed", jobId)
    return "failed"
  elseif rcall("ZSCORE", prefix .. "prioritized", jobId) then
    rcall("ZREM", prefix .. "prioritized", jobId)
    return "prioritized"
  -- We remove only 1 element from the list, since we assume they are not added multiple times
  elseif rcall("LREM", prefix .. "wait", 1, jobId) == 1 then
    return "wait"
  elseif rcall("LREM", prefix .. "paused", 1, jobId) == 1 then
    return "paused"
  elseif rcall("LREM", prefix .. "active", 1, jobId) == 1 then
    return "active"
  end
  return "unknown"
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local removeJobChildren
local removeJobWithChildren
removeJobChildren = function(prefix, jobKey, options)
    -- Check if this job has children
    -- If so, we are going to try to remove the children recursively in a depth-first way
    -- because if some job is locked, we must exit with an error.
    if not options.ignoreProcessed then
        local processed = rcall("HGETALL", jobKey .. ":processed")
        if #processed > 0 then
            for i = 1, #processed, 2 do
                local childJobId = getJobIdFromKey(processed[i])
                local childJobPrefix = getJobKeyPrefix(processed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local failed = rcall("HGETALL", jobKey .. ":failed")
        if #failed > 0 then
            for i = 1, #failed, 2 do
                local childJobId = getJobIdFromKey(failed[i])
                local childJobPrefix = getJobKeyPrefix(failed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local unsuccessful = rcall("ZRANGE", jobKey .. ":unsuccessful", 0, -1)
        if #unsuccessful > 0 then
            for i = 1, #unsuccessful, 1 do
                local childJobId = getJobIdFromKey(unsuccessful[i])
                local childJobPrefix = getJobKeyPrefix(unsuccessful[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
    end
    local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
    if #dependencies > 0 then
        for i, childJobKey in ipairs(dependencies) do
            local childJobId = getJobIdFromKey(childJobKey)
            local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
            removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
        end
    end
end
removeJobWithChildren = function(prefix, jobId, parentKey, options)
    local jobKey = prefix .. jobId
    if options.ignoreLocked then
        if isLocked(prefix, jobId) then
            return
        end
    end
    -- Check if job is in the failed zset
    local failedSet = prefix .. "failed"
    if not (options.ignoreProcessed and rcall("ZSCORE", failedSet, jobId)) then
        removeParentDependencyKey(jobKey, false, parentKey, nil)
        if options.removeChildren then
            removeJobChildren(prefix, jobKey, options)
        end
        local prev = removeJobFromAnyState(prefix, jobId)
        local deduplicationId = rcall("HGET", jobKey, "deid")
        removeDeduplicationKeyIfNeededOnRemoval(prefix, jobId, deduplicationId)
        if removeJobKeys(jobKey) > 0 then
            local metaKey = prefix .. "meta"
            local maxEvents = getOrSetMaxEvents(metaKey)
            rcall("XADD", prefix .. "events", "MAXLEN", "~", maxEvents, "*", "event", "removed",
                "jobId", jobId, "prev", prev)
        end
    end
end
local jobId = ARGV[1]
local shouldRemoveChildren = ARGV[2]
local prefix = ARGV[3]
local jobKey = KEYS[1]
local repeatKey = KEYS[2]
if isJobSchedulerJob(jobId, jobKey, repeatKey) then
    return -8
end
if not isLocked(prefix, jobId, shouldRemoveChildren) then
    local options = {
        removeChildren = shouldRemoveChildren == "1",
        ignoreProcessed = false,
        ignoreLocked = false
    }
    removeJobWithChildren(prefix, jobId, nil, options)
    return 1
end
return 0
`,keys:2},oa={name:`removeJobScheduler`,content:`--[[
  Removes a job scheduler and its next scheduled job.
  Input:
    KEYS[1] job schedulers key
    KEYS[2] delayed jobs key
    KEYS[3] events key
    ARGV[1] job scheduler id
    ARGV[2] prefix key
  Output:
    0 - OK
    1 - Missing repeat job
  Events:
    'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local jobSchedulerId = ARGV[1]
local prefix = ARGV[2]
local millis = rcall("ZSCORE", KEYS[1], jobSchedulerId)
if millis then
  -- Delete next programmed job.
  local delayedJobId = "repeat:" .. jobSchedulerId .. ":" .. millis
  if(rcall("ZREM", KEYS[2], delayedJobId) == 1) then
    removeJobKeys(prefix .. delayedJobId)
    rcall("XADD", KEYS[3], "*", "event", "removed", "jobId", delayedJobId, "prev", "delayed")
  end
end
if(rcall("ZREM", KEYS[1], jobSchedulerId) == 1) then
  rcall("DEL", KEYS[1] .. ":" .. jobSchedulerId)
  return 0
end
return 1
`,keys:3},sa={name:`removeOrphanedJobs`,content:`--[[
  Removes orphaned job keys that exist in Redis but are not referenced
  in any queue state set. Checks each candidate atomically.
  Input:
    KEYS[1]  base prefix key including trailing colon (e.g. bull:queueName:)
    ARGV[1]  number of state key suffixes
    ARGV[2 .. 1+N]  state key suffixes (e.g. active, wait, completed, ...)
    ARGV[2+N]  number of job sub-key suffixes
    ARGV[3+N .. 2+N+M]  job sub-key suffixes (e.g. logs, dependencies, ...)
    ARGV[3+N+M .. end]  candidate job IDs to check
  Output:
    number of removed jobs
]]
local rcall = redis.call
local basePrefix = KEYS[1]
-- Parse state key suffixes and cache their full key names + types.
local stateKeyCount = tonumber(ARGV[1])
local stateKeys = {}
local stateKeyTypes = {}
for i = 1, stateKeyCount do
  local fullKey = basePrefix .. ARGV[1 + i]
  stateKeys[i] = fullKey
  stateKeyTypes[i] = rcall('TYPE', fullKey)['ok']
end
-- Parse job sub-key suffixes.
local subKeyCountIdx = 2 + stateKeyCount
local subKeyCount = tonumber(ARGV[subKeyCountIdx])
local subKeySuffixes = {}
for i = 1, subKeyCount do
  subKeySuffixes[i] = ARGV[subKeyCountIdx + i]
end
-- Process candidate job IDs.
local candidateStart = subKeyCountIdx + subKeyCount + 1
local removedCount = 0
for c = candidateStart, #ARGV do
  local jobId = ARGV[c]
  local found = false
  for i = 1, stateKeyCount do
    local kt = stateKeyTypes[i]
    if kt == 'list' then
      if rcall('LPOS', stateKeys[i], jobId) then
        found = true
        break
      end
    elseif kt == 'zset' then
      if rcall('ZSCORE', stateKeys[i], jobId) then
        found = true
        break
      end
    elseif kt == 'set' then
      if rcall('SISMEMBER', stateKeys[i], jobId) == 1 then
        found = true
        break
      end
    end
  end
  if not found then
    local jobKey = basePrefix .. jobId
    local keysToDelete = { jobKey }
    for _, suffix in ipairs(subKeySuffixes) do
      keysToDelete[#keysToDelete + 1] = jobKey .. ':' .. suffix
    end
    rcall('DEL', unpack(keysToDelete))
    removedCount = removedCount + 1
  end
end
return removedCount
`,keys:1},ca={name:`removeUnprocessedChildren`,content:`--[[
    Remove a job from all the statuses it may be in as well as all its data.
    In order to be able to remove a job, it cannot be active.
    Input:
      KEYS[1] jobKey
      KEYS[2] meta key
      ARGV[1] prefix
      ARGV[2] jobId
    Events:
      'removed' for every children removed
]]
-- Includes
--[[
    Remove a job from all the statuses it may be in as well as all its data,
    including its children. Active children can be ignored.
    Events:
      'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if the job belongs to a job scheduler and
  current delayed job matches with jobId
]]
local function isJobSchedulerJob(jobId, jobKey, jobSchedulersKey)
  local repeatJobKey = rcall("HGET", jobKey, "rjk")
  if repeatJobKey  then
    local prevMillis = rcall("ZSCORE", jobSchedulersKey, repeatJobKey)
    if prevMillis then
      local currentDelayedJobId = "repeat:" .. repeatJobKey .. ":" .. prevMillis
      return jobId == currentDelayedJobId
    end
  end
  return false
end
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove from any state.
  returns:
    prev state
]]
local function removeJobFromAnyState( prefix, jobId)
  -- We start with the ZSCORE checks, since they have O(1) complexity
  if rcall("ZSCORE", prefix .. "completed", jobId) then
    rcall("ZREM", prefix .. "completed", jobId)
    return "completed"
  elseif rcall("ZSCORE", prefix .. "waiting-children", jobId) then
    rcall("ZREM", prefix .. "waiting-children", jobId)
    return "waiting-children"
  elseif rcall("ZSCORE", prefix .. "delayed", jobId) then
    rcall("ZREM", prefix .. "delayed", jobId)
    return "delayed"
  elseif rcall("ZSCORE", prefix .. "failed", jobId) then
    rcall("ZREM", prefix .. "failed", jobId)
    return "failed"
  elseif rcall("ZSCORE", prefix .. "prioritized", jobId) then
    rcall("ZREM", prefix .. "prioritized", jobId)
    return "prioritized"
  -- We remove only 1 element from the list, since we assume they are not added multiple times
  elseif rcall("LREM", prefix .. "wait", 1, jobId) == 1 then
    return "wait"
  elseif rcall("LREM", prefix .. "paused", 1, jobId) == 1 then
    return "paused"
  elseif rcall("LREM", prefix .. "active", 1, jobId) == 1 then
    return "active"
  end
  return "unknown"
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
--[[
  Function to recursively check if there are no locks
  on the jobs to be removed.
  returns:
    boolean
]]
local function isLocked( prefix, jobId, removeChildren)
  local jobKey = prefix .. jobId;
  -- Check if this job is locked
  local lockKey = jobKey .. ':lock'
  local lock = rcall("GET", lockKey)
  if not lock then
    if removeChildren == "1" then
      local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
      if (#dependencies > 0) then
        for i, childJobKey in ipairs(dependencies) do
          -- We need to get the jobId for this job.
          local childJobId = getJobIdFromKey(childJobKey)
          local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
          local result = isLocked( childJobPrefix, childJobId, removeChildren )
          if result then
            return true
          end
        end
      end
    end
    return false
  end
  return true
end
local removeJobChildren
local removeJobWithChildren
removeJobChildren = function(prefix, jobKey, options)
    -- Check if this job has children
    -- If so, we are going to try to remove the children recursively in a depth-first way
    -- because if some job is locked, we must exit with an error.
    if not options.ignoreProcessed then
        local processed = rcall("HGETALL", jobKey .. ":processed")
        if #processed > 0 then
            for i = 1, #processed, 2 do
                local childJobId = getJobIdFromKey(processed[i])
                local childJobPrefix = getJobKeyPrefix(processed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local failed = rcall("HGETALL", jobKey .. ":failed")
        if #failed > 0 then
            for i = 1, #failed, 2 do
                local childJobId = getJobIdFromKey(failed[i])
                local childJobPrefix = getJobKeyPrefix(failed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local unsuccessful = rcall("ZRANGE", jobKey .. ":unsuccessful", 0, -1)
        if #unsuccessful > 0 then
            for i = 1, #unsuccessful, 1 do
                local childJobId = getJobIdFromKey(unsuccessful[i])
                local childJobPrefix = getJobKeyPrefix(unsuccessful[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
    end
    local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
    if #dependencies > 0 then
        for i, childJobKey in ipairs(dependencies) do
            local childJobId = getJobIdFromKey(childJobKey)
            local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
            removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
        end
    end
end
removeJobWithChildren = function(prefix, jobId, parentKey, options)
    local jobKey = prefix .. jobId
    if options.ignoreLocked then
        if isLocked(prefix, jobId) then
            return
        end
    end
    -- Check if job is in the failed zset
    local failedSet = prefix .. "failed"
    if not (options.ignoreProcessed and rcall("ZSCORE", failedSet, jobId)) then
        removeParentDependencyKey(jobKey, false, parentKey, nil)
        if options.removeChildren then
            removeJobChildren(prefix, jobKey, options)
        end
        local prev = removeJobFromAnyState(prefix, jobId)
        local deduplicationId = rcall("HGET", jobKey, "deid")
        removeDeduplicationKeyIfNeededOnRemoval(prefix, jobId, deduplicationId)
        if removeJobKeys(jobKey) > 0 then
            local metaKey = prefix .. "meta"
            local maxEvents = getOrSetMaxEvents(metaKey)
            rcall("XADD", prefix .. "events", "MAXLEN", "~", maxEvents, "*", "event", "removed",
                "jobId", jobId, "prev", prev)
        end
    end
end
local prefix = ARGV[1]
local jobId = ARGV[2]
local jobKey = KEYS[1]
local metaKey = KEYS[2]
local options = {
  removeChildren = "1",
  ignoreProcessed = true,
  ignoreLocked = true
}
removeJobChildren(prefix, jobKey, options) 
`,keys:2},la={name:`reprocessJob`,content:`--[[
  Attempts to reprocess a job
  Input:
    KEYS[1] job key
    KEYS[2] events stream
    KEYS[3] job state
    KEYS[4] wait key
    KEYS[5] meta
    KEYS[6] active key
    KEYS[7] marker key
    KEYS[8] prioritized key
    KEYS[9] priority counter key
    ARGV[1] job.id
    ARGV[2] (job.opts.lifo ? 'R' : 'L') + 'PUSH'
    ARGV[3] propVal - failedReason/returnvalue
    ARGV[4] prev state - failed/completed
    ARGV[5] reset attemptsMade - "1" or "0"
    ARGV[6] reset attemptsStarted - "1" or "0"
  Output:
     1 means the operation was a success
    -1 means the job does not exist
    -3 means the job was not found in the expected set.
]]
local rcall = redis.call;
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to move a retried child back to its parent's dependencies.
  This does not move a parent that has already left waiting-children back to that state.
]]
local function moveChildBackToParentDependencies(jobKey, prevState)
  local parentKey = rcall("HGET", jobKey, "parentKey")
  if parentKey and rcall("EXISTS", parentKey) == 1 then
    if prevState == "failed" then
      if rcall("ZREM", parentKey .. ":unsuccessful", jobKey) == 1 or
        rcall("HDEL", parentKey .. ":failed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    else
      if rcall("HDEL", parentKey .. ":processed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    end
  end
end
local jobKey = KEYS[1]
if rcall("EXISTS", jobKey) == 1 then
  local jobId = ARGV[1]
  if (rcall("ZREM", KEYS[3], jobId) == 1) then
    local attributesToRemove = {}
    if ARGV[5] == "1" then
      table.insert(attributesToRemove, "atm")
    end
    if ARGV[6] == "1" then
      table.insert(attributesToRemove, "ats")
    end
    rcall("HDEL", jobKey, "finishedOn", "processedOn", ARGV[3], unpack(attributesToRemove))
    local isPausedOrMaxed = isQueuePausedOrMaxed(KEYS[5], KEYS[6])
    local priority = tonumber(rcall("HGET", jobKey, "priority")) or 0
    -- Standard or priority add
    if priority == 0 then
      addJobInTargetList(KEYS[4], KEYS[7], ARGV[2], isPausedOrMaxed, jobId)
    else
      addJobWithPriority(KEYS[7], KEYS[8], priority, jobId, KEYS[9], isPausedOrMaxed)
    end
    moveChildBackToParentDependencies(jobKey, ARGV[4])
    local maxEvents = getOrSetMaxEvents(KEYS[5])
    -- Emit waiting event
    rcall("XADD", KEYS[2], "MAXLEN", "~", maxEvents, "*", "event", "waiting",
      "jobId", jobId, "prev", ARGV[4]);
    return 1
  else
    return -3
  end
else
  return -1
end
`,keys:9},ua={name:`retryJob`,content:`--[[
  Retries a failed job by moving it back to the wait queue.
    Input:
      KEYS[1]  'active',
      KEYS[2]  'wait'
      KEYS[3]  'paused'
      KEYS[4]  job key
      KEYS[5]  'meta'
      KEYS[6]  events stream
      KEYS[7]  delayed key
      KEYS[8]  prioritized key
      KEYS[9]  'pc' priority counter
      KEYS[10] 'marker'
      KEYS[11] 'stalled'
      ARGV[1]  key prefix
      ARGV[2]  timestamp
      ARGV[3]  pushCmd
      ARGV[4]  jobId
      ARGV[5]  token
      ARGV[6]  optional job fields to update
    Events:
      'waiting'
    Output:
     0  - OK
     -1 - Missing key
     -2 - Missing lock
     -3 - Job not in active set
]]
local rcall = redis.call
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
--[[
  Function to update a bunch of fields in a job.
]]
local function updateJobFields(jobKey, msgpackedFields)
  if msgpackedFields and #msgpackedFields > 0 then
    local fieldsToUpdate = cmsgpack.unpack(msgpackedFields)
    if fieldsToUpdate then
      rcall("HMSET", jobKey, unpack(fieldsToUpdate))
    end
  end
end
local isPausedOrMaxed = isQueuePausedOrMaxed(KEYS[5], KEYS[1])
local markerKey = KEYS[10]
-- Check if there are delayed jobs that we can move to wait.
-- test example: when there are delayed jobs between retries
promoteDelayedJobs(KEYS[7], markerKey, KEYS[2], KEYS[8], KEYS[6], ARGV[1], ARGV[2], KEYS[9], isPausedOrMaxed)
local jobKey = KEYS[4]
if rcall("EXISTS", jobKey) == 1 then
  local errorCode = removeLock(jobKey, KEYS[11], ARGV[5], ARGV[4]) 
  if errorCode < 0 then
    return errorCode
  end
  updateJobFields(jobKey, ARGV[6])
  local numRemovedElements = rcall("LREM", KEYS[1], -1, ARGV[4])
  if (numRemovedElements < 1) then return -3 end
  local priority = tonumber(rcall("HGET", jobKey, "priority")) or 0
  --need to re-evaluate after removing job from active
  isPausedOrMaxed = isQueuePausedOrMaxed(KEYS[5], KEYS[1])
  -- Standard or priority add
  if priority == 0 then
    addJobInTargetList(KEYS[2], markerKey, ARGV[3], isPausedOrMaxed, ARGV[4])
  else
    addJobWithPriority(markerKey, KEYS[8], priority, ARGV[4], KEYS[9], isPausedOrMaxed)
  end
  rcall("HINCRBY", jobKey, "atm", 1)
  local maxEvents = getOrSetMaxEvents(KEYS[5])
  -- Emit waiting event
  rcall("XADD", KEYS[6], "MAXLEN", "~", maxEvents, "*", "event", "waiting",
    "jobId", ARGV[4], "prev", "active")
  return 0
else
  return -1
end
`,keys:11},da={name:`saveStacktrace`,content:`--[[
  Save stacktrace and failedReason.
  Input:
    KEYS[1] job key
    ARGV[1]  stacktrace
    ARGV[2]  failedReason
  Output:
     0 - OK
    -1 - Missing key
]]
local rcall = redis.call
if rcall("EXISTS", KEYS[1]) == 1 then
  rcall("HMSET", KEYS[1], "stacktrace", ARGV[1], "failedReason", ARGV[2])
  return 0
else
  return -1
end
`,keys:1},fa={name:`updateData`,content:`--[[
  Update job data
  Input:
    KEYS[1] Job id key
    ARGV[1] data
  Output:
    0 - OK
   -1 - Missing job.
]]
local rcall = redis.call
if rcall("EXISTS",KEYS[1]) == 1 then -- // Make sure job exists
  rcall("HSET", KEYS[1], "data", ARGV[1])
  return 0
else
  return -1
end
`,keys:1},pa={name:`updateJobScheduler`,content:`--[[
  Updates a job scheduler and adds next delayed job
  Input:
    KEYS[1]  'repeat' key
    KEYS[2]  'delayed'
    KEYS[3]  'wait' key
    KEYS[4]  'paused' key
    KEYS[5]  'meta'
    KEYS[6]  'prioritized' key
    KEYS[7]  'marker',
    KEYS[8]  'id'
    KEYS[9]  events stream key
    KEYS[10] 'pc' priority counter
    KEYS[11] producer key
    KEYS[12] 'active' key
    ARGV[1] next milliseconds
    ARGV[2] jobs scheduler id
    ARGV[3] Json stringified delayed data
    ARGV[4] msgpacked delayed opts
    ARGV[5] timestamp
    ARGV[6] prefix key
    ARGV[7] producer id
    Output:
      next delayed job id  - OK
]] local rcall = redis.call
local repeatKey = KEYS[1]
local delayedKey = KEYS[2]
local waitKey = KEYS[3]
local pausedKey = KEYS[4]
local metaKey = KEYS[5]
local prioritizedKey = KEYS[6]
local nextMillis = tonumber(ARGV[1])
local jobSchedulerId = ARGV[2]
local timestamp = tonumber(ARGV[5])
local prefixKey = ARGV[6]
local producerId = ARGV[7]
local jobOpts = cmsgpack.unpack(ARGV[4])
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Shared helper to store a job and enqueue it into the appropriate list/set.
  Handles delayed, prioritized, and standard (LIFO/FIFO) jobs.
  Emits the appropriate event after enqueuing ("delayed" or "waiting").
  Returns delay, priority from storeJob.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
local function storeAndEnqueueJob(eventsKey, jobIdKey, jobId, name, data, opts,
    timestamp, parentKey, parentData, repeatJobKey, maxEvents,
    waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
    priorityCounterKey, delayedKey, markerKey)
  local delay, priority = storeJob(eventsKey, jobIdKey, jobId, name, data,
      opts, timestamp, parentKey, parentData, repeatJobKey)
  if delay ~= 0 and delayedKey then
    addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, markerKey, delay)
  else
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    if priority > 0 then
      addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
          priorityCounterKey, isPausedOrMaxed)
    else
      local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
      addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    end
    rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
        "jobId", jobId)
  end
  return delay, priority
end
local function addJobFromScheduler(jobKey, jobId, opts, waitKey, pausedKey, activeKey, metaKey, 
  prioritizedKey, priorityCounter, delayedKey, markerKey, eventsKey, name, maxEvents, timestamp,
  data, jobSchedulerId, repeatDelay)
  opts['delay'] = repeatDelay
  opts['jobId'] = jobId
  storeAndEnqueueJob(eventsKey, jobKey, jobId, name, data, opts,
      timestamp, nil, nil, jobSchedulerId, maxEvents,
      waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
      priorityCounter, delayedKey, markerKey)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
local function getJobSchedulerEveryNextMillis(prevMillis, every, now, offset, startDate)
    offset = tonumber(offset)
    local nextMillis
    if not prevMillis then
        if startDate then
            -- Assuming startDate is passed as milliseconds from JavaScript
            nextMillis = tonumber(startDate)
            nextMillis = nextMillis > now and nextMillis or now
        else
            if offset and offset > 0 then
                -- Align to the next slot that respects the offset
                nextMillis = math.floor(now / every) * every + offset
                if nextMillis <= now then
                    nextMillis = nextMillis + every
                end
            else
                nextMillis = now
            end
        end
    else
        nextMillis = prevMillis + every
        -- check if we may have missed some iterations
        if nextMillis < now then
            -- Use the same offset-aware alignment as the initial branch
            -- above so a non-zero offset is preserved across catch-ups
            -- instead of being flattened to (slot + every). When the
            -- aligned slot is itself still in the past, advance by one
            -- full interval; otherwise the aligned slot is the next
            -- iteration.
            local aligned = math.floor(now / every) * every + (offset or 0)
            if aligned <= now then
                nextMillis = aligned + every
            else
                nextMillis = aligned
            end
        end
    end
    if not offset or offset == 0 then
        local timeSlot = math.floor(nextMillis / every) * every;
        offset = nextMillis - timeSlot;
    end
    -- Return a tuple nextMillis, offset
    return math.floor(nextMillis), math.floor(offset)
end
local prevMillis = rcall("ZSCORE", repeatKey, jobSchedulerId)
-- Validate that scheduler exists.
-- If it does not exist we should not iterate anymore.
if prevMillis then
    prevMillis = tonumber(prevMillis)
    local schedulerKey = repeatKey .. ":" .. jobSchedulerId
    local schedulerAttributes = rcall("HMGET", schedulerKey, "name", "data", "every", "startDate", "offset")
    local every = tonumber(schedulerAttributes[3])
    local now = tonumber(timestamp)
    -- If every is not found in scheduler attributes, try to get it from job options
    if not every and jobOpts['repeat'] and jobOpts['repeat']['every'] then
        every = tonumber(jobOpts['repeat']['every'])
    end
    if every then
        local startDate = schedulerAttributes[4]
        local jobOptsOffset = jobOpts['repeat'] and jobOpts['repeat']['offset'] or 0
        local offset = schedulerAttributes[5] or jobOptsOffset or 0
        local newOffset
        nextMillis, newOffset = getJobSchedulerEveryNextMillis(prevMillis, every, now, offset, startDate)
        if not offset then
            rcall("HSET", schedulerKey, "offset", newOffset)
            jobOpts['repeat']['offset'] = newOffset
        end
    end
    local nextDelayedJobId = "repeat:" .. jobSchedulerId .. ":" .. nextMillis
    local nextDelayedJobKey = schedulerKey .. ":" .. nextMillis
    local currentDelayedJobId = "repeat:" .. jobSchedulerId .. ":" .. prevMillis
    if producerId == currentDelayedJobId then
        local eventsKey = KEYS[9]
        local maxEvents = getOrSetMaxEvents(metaKey)
        if rcall("EXISTS", nextDelayedJobKey) ~= 1 then
            rcall("ZADD", repeatKey, nextMillis, jobSchedulerId)
            rcall("HINCRBY", schedulerKey, "ic", 1)
            rcall("INCR", KEYS[8])
            local templateData = schedulerAttributes[2]
            local delay = nextMillis - now
            -- Fast Clamp delay to minimum of 0
            if delay < 0 then
                delay = 0
            end
            jobOpts["delay"] = delay
            addJobFromScheduler(nextDelayedJobKey, nextDelayedJobId, jobOpts, waitKey, pausedKey, KEYS[12], metaKey,
                prioritizedKey, KEYS[10], delayedKey, KEYS[7], eventsKey, schedulerAttributes[1], maxEvents, ARGV[5],
                templateData or '{}', jobSchedulerId, delay)
            return nextDelayedJobId .. "" -- convert to string
        else
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "duplicated", "jobId", nextDelayedJobId)
        end
    end
end
`,keys:12},ma={name:`updateProgress`,content:`--[[
  Update job progress
  Input:
    KEYS[1] Job id key
    KEYS[2] event stream key
    KEYS[3] meta key
    ARGV[1] id
    ARGV[2] progress
  Output:
     0 - OK
    -1 - Missing job.
  Event:
    progress(jobId, progress)
]]
local rcall = redis.call
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
if rcall("EXISTS", KEYS[1]) == 1 then -- // Make sure job exists
    local maxEvents = getOrSetMaxEvents(KEYS[3])
    rcall("HSET", KEYS[1], "progress", ARGV[2])
    rcall("XADD", KEYS[2], "MAXLEN", "~", maxEvents, "*", "event", "progress",
          "jobId", ARGV[1], "data", ARGV[2]);
    return 0
else
    return -1
end
`,keys:3};var ha=t({addDelayedJob:()=>oi,addJobScheduler:()=>si,addLog:()=>ci,addParentJob:()=>li,addPrioritizedJob:()=>ui,addStandardJob:()=>di,changeDelay:()=>fi,changePriority:()=>pi,cleanJobsInSet:()=>mi,drain:()=>$,extendLock:()=>hi,extendLocks:()=>gi,getCounts:()=>_i,getCountsPerPriority:()=>vi,getDependencyCounts:()=>yi,getJobScheduler:()=>bi,getJobs:()=>xi,getMetrics:()=>Si,getRanges:()=>Ci,getRateLimitTtl:()=>wi,getState:()=>Ti,getStateV2:()=>Ei,isFinished:()=>Di,isJobInList:()=>Oi,isMaxed:()=>ki,moveJobFromActiveToWait:()=>Ai,moveJobsToWait:()=>ji,moveStalledJobsToWait:()=>Mi,moveToActive:()=>Ni,moveToDelayed:()=>Pi,moveToFinished:()=>Fi,moveToWaitingChildren:()=>Ii,obliterate:()=>Li,paginate:()=>Ri,pause:()=>zi,promote:()=>Bi,relayAckInbox:()=>Vi,relayDeleteRetained:()=>Hi,relayGet:()=>Ui,relayGetNamespaces:()=>Wi,relayHeartbeat:()=>Gi,relayPublish:()=>Ki,relayReadInbox:()=>qi,relayRegisterNode:()=>Ji,relayRemoveEndpoint:()=>Yi,relaySubscribe:()=>Xi,relaySweep:()=>Zi,relayTouchNamespace:()=>Qi,relayTrimInbox:()=>$i,relayUnregisterNode:()=>ea,releaseLock:()=>ta,releaseParentIfNoPendingDependencies:()=>na,removeChildDependency:()=>ra,removeDeduplicationKey:()=>ia,removeJob:()=>aa,removeJobScheduler:()=>oa,removeOrphanedJobs:()=>sa,removeUnprocessedChildren:()=>ca,reprocessJob:()=>la,retryJob:()=>ua,saveStacktrace:()=>da,updateData:()=>fa,updateJobScheduler:()=>pa,updateProgress:()=>ma});const ga=new WeakMap;function _a(e){if(e.__bullmq_iredis===!0)return e;let t=ga.get(e);if(t)return t;let n=e.isCluster===!0,r=new Map,i=Object.create(null);i.__bullmq_iredis=!0,i.isCluster=n,i.runCommand=(t,n)=>e[t](n),i.pipeline=(...t)=>va(e.pipeline(...t)),i.multi=(...t)=>va(e.multi(...t)),typeof e.duplicate==`function`&&(i.duplicate=t=>{if(n){let n=e.options?.redisOptions||{},r=t?Object.assign(Object.assign({},n),t):n;return _a(e.duplicate(void 0,{redisOptions:r}))}return _a(e.duplicate(t))}),i.hset=(t,n,...r)=>{if(typeof n==`string`)return e.hset(t,n,...r);let i=[t];for(let[e,t]of Object.entries(n))i.push(e,t);return e.hset(...i)},i.set=(t,n,r,...i)=>{if(typeof r==`string`||r==null)return e.set(t,n,...r==null?[]:[r,...i]);let a=[t,n];return r.PX==null?r.EX!=null&&a.push(`EX`,r.EX):a.push(`PX`,r.PX),e.set(...a)},i.zrange=(t,n,r,i,...a)=>typeof i==`string`?e.zrange(t,n,r,i,...a):i?.WITHSCORES?e.zrange(t,n,r,`WITHSCORES`):e.zrange(t,n,r),i.zrevrange=(t,n,r,i,...a)=>typeof i==`string`?e.zrevrange(t,n,r,i,...a):i?.WITHSCORES?e.zrevrange(t,n,r,`WITHSCORES`):e.zrevrange(t,n,r),i.xadd=(t,n,r,...i)=>{if(typeof r==`string`)return e.xadd(t,n,r,...i);let a=i[0],o=[t];a?.MAXLEN!=null&&(o.push(`MAXLEN`),a.approximate!==!1&&o.push(`~`),o.push(a.MAXLEN)),o.push(n);for(let[e,t]of Object.entries(r))o.push(e,t);return e.xadd(...o)},i.xread=(t,...n)=>{if(typeof t==`string`)return e.xread(t,...n);let r=n[0],i=[];r?.BLOCK!=null&&i.push(`BLOCK`,r.BLOCK),r?.COUNT!=null&&i.push(`COUNT`,r.COUNT),i.push(`STREAMS`);for(let e of t)i.push(e.key);for(let e of t)i.push(e.id);return e.xread(...i)},i.xtrim=(t,n,r,...i)=>{if(typeof r==`string`||i.length===0)return e.xtrim(t,n,r,...i);let a=i[0],o=[t,n];return a?.approximate!==!1&&o.push(`~`),o.push(r),e.xtrim(...o)},i.clientSetName=t=>e.client(`SETNAME`,t),i.clientList=()=>e.client(`LIST`),i.clientInfo=()=>e.client(`INFO`),i.scan=(t,...n)=>{if(n.length===0||typeof n[0]==`string`||typeof n[0]==`function`)return e.scan(t,...n);let r=n[0],i=[t];return r?.MATCH!=null&&i.push(`MATCH`,r.MATCH),r?.COUNT!=null&&i.push(`COUNT`,r.COUNT),e.scan(...i)};let a=new Proxy(e,{get(e,t){if(t in i)return i[t];let n=Reflect.get(e,t,e);if(typeof n!=`function`)return n;if(Object.prototype.hasOwnProperty.call(e,t))return n.bind(e);let a=r.get(t);if(a!==void 0)return a;let o=n.bind(e);return r.set(t,o),o},set(e,t,n){return t in i?(i[t]=n,!0):(r.delete(t),Reflect.set(e,t,n))},deleteProperty(e,t){return t in i?!1:(r.delete(t),Reflect.deleteProperty(e,t))},has(e,t){return t in i||Reflect.has(e,t)}});return ga.set(e,a),a}function va(e){let t=e;t.runCommand=function(e,n){return t[e](n),t};let n=t.hset.bind(t);t.hset=function(e,r){let i=[e];for(let[e,t]of Object.entries(r))i.push(e,t);return n(...i),t};let r=t.hscan.bind(t);t.hscan=function(e,n,i){return i?.COUNT==null?r(e,n):r(e,n,`COUNT`,i.COUNT),t};let i=t.sscan.bind(t);return t.sscan=function(e,n,r){return r?.COUNT==null?i(e,n):i(e,n,`COUNT`,r.COUNT),t},t}function ya(e){return!e||typeof e!=`object`?!1:e.__bullmq_iredis===!0||typeof e.runCommand==`function`&&typeof e.defineCommand==`function`&&typeof e.pipeline==`function`&&typeof e.multi==`function`&&typeof e.duplicate==`function`&&typeof e.scanStream==`function`&&typeof e.connect==`function`&&typeof e.disconnect==`function`&&typeof e.on==`function`&&typeof e.status==`string`&&typeof e.isCluster==`boolean`}function ba(e){return e.length===1&&Array.isArray(e[0])?e[0]:e}function xa(e){return e?.message===`Disconnects client`||e?.message===`The client is closed`||e?.message===`Connection is closed.`}function Sa(e){return new Ca(e)}var Ca=class e extends s{get status(){return this.statusOverride?this.statusOverride:this.raw.isReady?`ready`:this.raw.isOpen?`connect`:this.hasConnected?`end`:`wait`}set status(e){if(e===`end`&&(this.destroying=!0,this.raw.isOpen))try{this.raw.quit().catch(()=>{})}catch{}this.statusOverride=e}get options(){return this.raw.options??{}}set options(e){}constructor(e){super(),this.raw=e,this.scripts=new Map,this.hasConnected=!1,this.destroying=!1,this.isCluster=!1,e.on(`ready`,()=>{this.hasConnected=!0,this.connectionName?this.raw.clientSetName(this.connectionName).then(()=>this.emit(`ready`),()=>this.emit(`ready`)):this.emit(`ready`)}),e.on(`error`,e=>{this.destroying&&xa(e)||this.emit(`error`,e)}),e.on(`end`,()=>this.emit(`close`)),e.on(`reconnecting`,()=>this.emit(`reconnecting`)),e.isOpen||(this.connectPromise=e.connect().then(()=>{this.connectPromise=void 0},e=>{this.connectPromise=void 0}))}async connect(){if(this.connectPromise&&(await this.connectPromise,this.raw.isOpen))this.clearEndedState();else{if(!this.raw.isOpen)return this.connectPromise=this.raw.connect().then(()=>{this.connectPromise=void 0,this.clearEndedState()},e=>{throw this.connectPromise=void 0,e}),this.connectPromise;this.raw.isReady||await new Promise((e,t)=>{let n=()=>{a(),e()},r=e=>{a(),t(e)},i=()=>{a(),t(Error(`Connection ended before ready event`))},a=()=>{this.off(`ready`,n),this.off(`error`,r),this.off(`end`,i)};this.once(`ready`,n),this.once(`error`,r),this.once(`end`,i)})}}clearEndedState(){this.statusOverride=void 0,this.destroying=!1}disconnect(e=!1){this.destroying=!0,e||(this.statusOverride=`end`);try{this.raw.isOpen&&this.raw.destroy()}catch{}this.emit(`close`),e?(this.statusOverride=void 0,this.emit(`reconnecting`),this.connect().catch(e=>{xa(e)||this.emit(`error`,e)}).finally(()=>{this.destroying=!1})):this.emit(`end`)}async quit(){if(this.destroying||this.statusOverride===`end`)return setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`;this.destroying=!0;try{if(this.raw.isOpen)try{await this.raw.quit()}catch{}}catch{}return this.statusOverride=`end`,setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`}duplicate(...t){let n=this.raw.duplicate(),r=new e(n);for(let[e,t]of this.scripts)r.scripts.set(e,t),r[e]=(...t)=>r.runCommand(e,t);let i=t[0];return i&&typeof i==`object`&&i.connectionName&&(r.connectionName=i.connectionName),r}defineCommand(e,t){let n=l(`sha1`).update(t.lua).digest(`hex`);this.scripts.set(e,{sha:n,lua:t.lua,numberOfKeys:t.numberOfKeys}),this[e]=(...t)=>this.runCommand(e,t),this.raw.scriptLoad(t.lua).catch(()=>{})}async runCommand(e,t){var n;let r=this.scripts.get(e);if(!r)throw Error(`BullMQ: unknown command "${e}"`);let i=ba(t),{sha:a,lua:o,numberOfKeys:s}=r,c=i.slice(0,s).map(String),l=i.slice(s).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e));try{return await this.raw.evalSha(a,{keys:c,arguments:l})}catch(e){if(this.destroying&&xa(e))return null;if(xa(e))throw new ct(e.message,e);if(((n=e?.message)?.includes)?.call(n,`NOSCRIPT`))try{return await this.raw.eval(o,{keys:c,arguments:l})}catch(e){if(this.destroying&&xa(e))return null;throw xa(e)?new ct(e.message,e):e}throw e}}multi(){return new wa(this.raw.multi(),this.scripts)}pipeline(){return this.multi()}async hgetall(e){return await this.raw.hGetAll(e)??{}}async hget(e,t){return await this.raw.hGet(e,t)??null}async hmget(e,...t){return(await this.raw.hmGet(e,t)).map(e=>e??null)}async hset(e,t,...n){if(typeof t==`object`)return await this.raw.hSet(e,t);let r={};r[t]=String(n[0]);for(let e=1;e<n.length;e+=2)r[String(n[e])]=String(n[e+1]);return await this.raw.hSet(e,r)}async hdel(e,...t){return await this.raw.hDel(e,t)}async hexists(e,t){return+!!await this.raw.hExists(e,t)}async get(e){return await this.raw.get(e)??null}async set(e,t,n){let r={};return n?.PX==null?n?.EX!=null&&(r.EX=n.EX):r.PX=n.PX,await this.raw.set(e,String(t),r)}async del(...e){return e.length===0?0:await this.raw.del(e)}async zrange(e,t,n,r){if(r?.WITHSCORES){let r=await this.raw.zRangeWithScores(e,t,n),i=[];for(let e of r)i.push(e.value,String(e.score));return i}return await this.raw.zRange(e,t,n)}async zrevrange(e,t,n,r){if(r?.WITHSCORES){let r=await this.raw.zRangeWithScores(e,t,n,{REV:!0}),i=[];for(let e of r)i.push(e.value,String(e.score));return i}return await this.raw.zRange(e,t,n,{REV:!0})}async zcard(e){return await this.raw.zCard(e)}async zscore(e,t){let n=await this.raw.zScore(e,t);return n==null?null:String(n)}async lrange(e,t,n){return await this.raw.lRange(e,t,n)}async llen(e){return await this.raw.lLen(e)}async ltrim(e,t,n){return await this.raw.lTrim(e,t,n),`OK`}async lpos(e,t){return await this.raw.lPos(e,t)??null}async smembers(e){return await this.raw.sMembers(e)}async xadd(e,t,n,r){let i={};r?.MAXLEN!=null&&(i.TRIM={strategy:`MAXLEN`,threshold:r.MAXLEN,strategyModifier:r.approximate===!1?void 0:`~`});let a={};for(let[e,t]of Object.entries(n))a[e]=String(t);return await this.raw.xAdd(e,t,a,i)}async xread(e,t){let n={};t?.BLOCK!=null&&(n.BLOCK=t.BLOCK),t?.COUNT!=null&&(n.COUNT=t.COUNT);let r=e.map(e=>({key:e.key,id:e.id})),i;try{i=await this.raw.xRead(r,n)}catch(e){if(this.destroying&&xa(e))return null;throw xa(e)?new ct(e.message,e):e}return i?i.map(e=>[e.name,e.messages.map(e=>[e.id,Object.entries(e.message).flat()])]):null}async xtrim(e,t,n,r){let i=r?.approximate===!1?void 0:`~`;return await this.raw.xTrim(e,t,n,{strategyModifier:i})}async bzpopmin(e,t){let n;try{n=await this.raw.bzPopMin(e,t)}catch(e){if(this.destroying&&xa(e))return null;throw xa(e)?new ct(e.message,e):e}return n?[n.key,n.value,String(n.score)]:null}async info(){return await this.raw.info()}async clientSetName(e){return await this.raw.clientSetName(e)}async clientList(){return await this.raw.sendCommand([`CLIENT`,`LIST`])}async clientInfo(){return await this.raw.sendCommand([`CLIENT`,`INFO`])}async scan(e,t){let n={};t?.MATCH&&(n.MATCH=t.MATCH),t?.COUNT&&(n.COUNT=t.COUNT);let r=await this.raw.scan(String(e),n);return[String(r.cursor),r.keys]}scanStream(e){let t=this.raw,n=this.connectPromise,r={};e.match&&(r.MATCH=e.match),e.count&&(r.COUNT=e.count);let i=new a({objectMode:!0,async read(){var e,a,o,s;try{n&&await n;try{for(var c=!0,l=ai(t.scanIterator(r)),u;u=await l.next(),e=u.done,!e;c=!0){s=u.value,c=!1;let e=s;if(!i.push(Array.isArray(e)?e:[e]))return}}catch(e){a={error:e}}finally{try{!c&&!e&&(o=l.return)&&await o.call(l)}finally{if(a)throw a.error}}i.push(null)}catch(e){i.destroy(e)}}});return i}async keys(e){return await this.raw.keys(e)}async exists(...e){return e.length===0?0:await this.raw.exists(e)}async zadd(e,...t){let n=[];for(let e=0;e<t.length;e+=2)n.push({score:Number(t[e]),value:String(t[e+1])});return await this.raw.zAdd(e,n)}async zrem(e,...t){return await this.raw.zRem(e,t)}async xlen(e){return await this.raw.xLen(e)}async xrevrange(e,t,n,...r){let i={};return r[0]===`COUNT`&&(i.COUNT=Number(r[1])),(await this.raw.xRevRange(e,t,n,i)).map(e=>[e.id,Object.entries(e.message).flat()])}async sadd(e,...t){return await this.raw.sAdd(e,t.map(String))}async scard(e){return await this.raw.sCard(e)}async lpush(e,...t){return await this.raw.lPush(e,t)}async rpop(e){return await this.raw.rPop(e)}async incr(e){return await this.raw.incr(e)}async incrby(e,t){return await this.raw.incrBy(e,t)}async flushall(){return await this.raw.flushAll()}},wa=class{constructor(e,t){this.raw=e,this.scripts=t,this.transformers=[]}addIdentityTransformer(){this.transformers.push(e=>e)}hgetall(e){return this.raw.hGetAll(e),this.addIdentityTransformer(),this}hset(e,t){return this.raw.hSet(e,t),this.addIdentityTransformer(),this}hscan(e,t,n){let r={};return n?.COUNT!=null&&(r.COUNT=n.COUNT),this.raw.hScan(e,String(t),r),this.transformers.push(e=>{if(!e)return[`0`,[]];let t=[];for(let n of e.entries||[])t.push(n.field,n.value);return[String(e.cursor),t]}),this}smembers(e){return this.raw.sMembers(e),this.addIdentityTransformer(),this}sscan(e,t,n){let r={};return n?.COUNT!=null&&(r.COUNT=n.COUNT),this.raw.sScan(e,String(t),r),this.transformers.push(e=>e?[String(e.cursor),e.members||[]]:[`0`,[]]),this}zrange(e,t,n){return this.raw.zRange(e,t,n),this.addIdentityTransformer(),this}lrange(e,t,n){return this.raw.lRange(e,t,n),this.addIdentityTransformer(),this}llen(e){return this.raw.lLen(e),this.addIdentityTransformer(),this}del(...e){return e.length>0&&(this.raw.del(e),this.addIdentityTransformer()),this}runCommand(e,t){let n=this.scripts.get(e);if(!n)throw Error(`BullMQ: unknown command "${e}" in transaction`);let r=ba(t),{sha:i,lua:a,numberOfKeys:o}=n,s=r.slice(0,o).map(String),c=r.slice(o).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e));return this.raw.evalSha(i,{keys:s,arguments:c}),this.addIdentityTransformer(),this}async exec(){let e=await this.raw.exec();return e?e.map((e,t)=>{if(e instanceof Error)return[e,null];let n=this.transformers[t];return[null,n?n(e):e]}):null}};function Ta(e){return e.length===1&&Array.isArray(e[0])?e[0]:e}function Ea(e){let t=e?.message??``;return t===`Socket closed unexpectedly`||t.startsWith(`Connection closed`)||t===`Connection is closed.`||t===`Connection has failed`}function Da(e){return e==null?[]:Array.isArray(e)?e.map(String):e instanceof Set?Array.from(e,e=>String(e)):[]}function Oa(e,t){return new ka(e,t)}var ka=class e extends s{get status(){return this.statusOverride?this.statusOverride:this.closed?`end`:this.ready?`ready`:this.raw?.connected?`connect`:this.hasConnected?`end`:`wait`}set status(e){e===`end`&&(this.closing=!0,this.closed=!0),this.statusOverride=e}get options(){return{}}set options(e){}constructor(e,t){super(),this.raw=e,this.scripts=new Map,this.loadedScriptShas=new Set,this.hasConnected=!1,this.closed=!1,this.closing=!1,this.reconnecting=!1,this.reconnectTimer=null,this.reconnectAttempts=0,this.maxReconnectDelay=2e4,this.ready=!1,this.isCluster=!1,this.rawFactory=t?.rawFactory,this.raw&&this._setupCallbacks(),t?.lazyConnect||this.connect().catch(()=>{})}_setupCallbacks(){this.raw.onconnect=()=>{this._handleConnected()},this.raw.onclose=e=>{this.ready=!1,this.closing?(this.closed=!0,this.emit(`close`),this.emit(`end`)):(this.closed=!0,this.emit(`close`),e&&this.emit(`error`,e),this._scheduleReconnect())}}_handleConnected(){this.hasConnected=!0,this.ready=!1,this.closed=!1,this.closing=!1,this.reconnecting=!1,this.reconnectAttempts=0,this.statusOverride=void 0,this.loadedScriptShas.clear();let e=()=>{this.ready=!0,this.emit(`ready`)},t=this.connectionName?this.clientSetName(this.connectionName).then(e,e):(e(),Promise.resolve());return this.readying=t.finally(()=>{this.readying===t&&(this.readying=void 0)}),this.readying}_scheduleReconnect(){if(this.closing||this.reconnecting)return;this.reconnecting=!0,this.reconnectAttempts++;let e=Math.max(Math.min(Math.exp(this.reconnectAttempts)*100,this.maxReconnectDelay),1e3);this.reconnectTimer=setTimeout(async()=>{if(this.reconnectTimer=null,this.closing)this.reconnecting=!1;else try{let e=this.raw?await this._duplicateRaw(this.raw):await this.rawFactory();this.rawFactory=void 0,this.raw=e,this.closed=!1,this.connecting=void 0,this._setupCallbacks(),await e.connect()}catch{this.reconnecting=!1,this.closing||this._scheduleReconnect()}},e)}async connect(){!this.raw&&(this.rawFactory||this.materializing)&&await this._materializeRaw();let e=this.hasConnected&&(this.closed||!this.raw.connected);this.reconnectTimer&&=(clearTimeout(this.reconnectTimer),null),this.reconnecting=!1,this.raw.connected&&!e?(this.hasConnected=!0,this.closed=!1,this.closing=!1,this.statusOverride=void 0,this.ready||await(this.readying??this._handleConnected())):(this.connecting||=(this.closed=!1,this.closing=!1,this.statusOverride=void 0,e&&(this.raw=await this._duplicateRaw(this.raw),this._setupCallbacks()),this.raw.connect().then(()=>{this.hasConnected=!0,this.closed=!1,this.closing=!1,this.statusOverride=void 0}).finally(()=>{this.connecting=void 0})),await this.connecting,await this.readying,!this.ready&&!this.closed&&!this.closing&&this.raw?.connected&&await new Promise(e=>{let t=()=>{this.off(`ready`,n),this.off(`close`,n),this.off(`end`,n)},n=()=>{t(),e()};this.on(`ready`,n),this.on(`close`,n),this.on(`end`,n),(this.ready||this.closed||this.closing||!this.raw?.connected)&&n()}))}_closeRaw(){this.reconnectTimer&&=(clearTimeout(this.reconnectTimer),null),this.reconnecting=!1,this.rawFactory=void 0;let e=this.raw;e&&(e.onconnect=()=>{},e.onclose=()=>{},e.onerror=()=>{},e.connected&&setImmediate(()=>{try{e.connected&&e.close()}catch{}}))}disconnect(e){if(!this.closed||e){if(e){this.closed=!0,this.statusOverride=void 0;let e=this.raw;e&&(e.onclose=()=>{},e.connected&&setImmediate(()=>{try{e.connected&&e.close()}catch{}})),this.emit(`close`),this._scheduleReconnect()}else this.closing=!0,this.closed=!0,this.statusOverride=`end`,this._closeRaw(),this.emit(`close`),this.emit(`end`)}}async quit(){return this.closed?(setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`):(this.closing=!0,this.closed=!0,this.statusOverride=`end`,this._closeRaw(),setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`)}async _duplicateRaw(e){if(typeof e.duplicate==`function`)return await e.duplicate();let t=e.constructor;return new t(e.url)}_materializeRaw(){if(this.raw)return Promise.resolve(this.raw);if(this.materializing)return this.materializing;let e=this.rawFactory;if(!e)return Promise.resolve(this.raw);let t=e().then(e=>(this.raw=e,this.rawFactory=void 0,this._setupCallbacks(),e)).finally(()=>{this.materializing===t&&(this.materializing=void 0)});return this.materializing=t,t}async _ensureRaw(){return this.raw||await this.connect(),this.raw}duplicate(...t){let n=new e(void 0,{rawFactory:async()=>this._duplicateRaw(await this._ensureRaw())});for(let[e,t]of this.scripts)n.scripts.set(e,t),n[e]=(...t)=>n.runCommand(e,t);let r=t[0];return r&&typeof r==`object`&&r.connectionName&&(n.connectionName=r.connectionName),n}defineCommand(e,t){let n=l(`sha1`).update(t.lua).digest(`hex`);this.scripts.set(e,{sha:n,lua:t.lua,numberOfKeys:t.numberOfKeys}),this[e]=(...t)=>this.runCommand(e,t)}async runCommand(e,t){let n=this.scripts.get(e);if(!n)throw Error(`BullMQ: unknown command "${e}"`);let r=Ta(t),{sha:i,lua:a,numberOfKeys:o}=n,s=r.slice(0,o).map(String),c=r.slice(o).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e)),l=[i,String(s.length),...s,...c];return(async()=>{var e;try{let e=await this.sendCommand(`EVALSHA`,l);return this.loadedScriptShas.add(i),e}catch(t){if(((e=t?.message)?.includes)?.call(e,`NOSCRIPT`)){let e=[a,String(s.length),...s,...c],t=await this.sendCommand(`EVAL`,e);return this.loadedScriptShas.add(i),t}throw t}})()}async ensureScriptsLoaded(e){let t=[],n=new Set;for(let r of e)this.loadedScriptShas.has(r.sha)||n.has(r.sha)||(n.add(r.sha),t.push(r));t.length!==0&&await Promise.all(t.map(async e=>{await this.sendCommand(`SCRIPT`,[`LOAD`,e.lua]),this.loadedScriptShas.add(e.sha)}))}sendCommand(e,t){return this.closing||this.closed?Promise.reject(new ct(`Connection is closed`)):this.raw?this.raw.send(e,t).catch(e=>{if(Ea(e))return this.closing||this.closed?null:Promise.reject(new ct(e.message,e));throw e}):this.connect().then(()=>this.sendCommand(e,t))}multi(){return new Aa(this.scripts,!0,this)}pipeline(){return new Aa(this.scripts,!1,this)}async hgetall(e){let t=await this.sendCommand(`HGETALL`,[e]);if(!t||Array.isArray(t)&&t.length===0)return{};if(Array.isArray(t)){let e={};for(let n=0;n<t.length;n+=2)e[String(t[n])]=String(t[n+1]);return e}return t}async hget(e,t){return await this.sendCommand(`HGET`,[e,t])??null}async hmget(e,...t){return(await this.sendCommand(`HMGET`,[e,...t])||[]).map(e=>e??null)}async hset(e,t,...n){let r;if(typeof t==`object`){r=[e];for(let[e,n]of Object.entries(t))r.push(e,String(n))}else{r=[e,t,String(n[0])];for(let e=1;e<n.length;e+=2)r.push(String(n[e]),String(n[e+1]))}return await this.sendCommand(`HSET`,r)}async hdel(e,...t){return await this.sendCommand(`HDEL`,[e,...t])}async hexists(e,t){let n=await this.sendCommand(`HEXISTS`,[e,t]);return+(n===!0||n===1)}async get(e){return await this.sendCommand(`GET`,[e])??null}async set(e,t,n){let r=[e,String(t)];return n?.PX==null?n?.EX!=null&&r.push(`EX`,String(n.EX)):r.push(`PX`,String(n.PX)),await this.sendCommand(`SET`,r)}async del(...e){return e.length===0?0:await this.sendCommand(`DEL`,e)}async zrange(e,t,n,r){let i=[e,String(t),String(n)];r?.WITHSCORES&&i.push(`WITHSCORES`);let a=await this.sendCommand(`ZRANGE`,i);return a?r?.WITHSCORES&&a.length>0&&Array.isArray(a[0])?a.flatMap(e=>[String(e[0]),String(e[1])]):a.map(String):[]}async zrevrange(e,t,n,r){let i=[e,String(t),String(n)];r?.WITHSCORES&&i.push(`WITHSCORES`),i.push(`REV`);let a=await this.sendCommand(`ZRANGE`,i);return a?r?.WITHSCORES&&a.length>0&&Array.isArray(a[0])?a.flatMap(e=>[String(e[0]),String(e[1])]):a.map(String):[]}async zcard(e){return await this.sendCommand(`ZCARD`,[e])}async zscore(e,t){let n=await this.sendCommand(`ZSCORE`,[e,t]);return n==null?null:String(n)}async lrange(e,t,n){return(await this.sendCommand(`LRANGE`,[e,String(t),String(n)])||[]).map(String)}async llen(e){return await this.sendCommand(`LLEN`,[e])}async ltrim(e,t,n){return await this.sendCommand(`LTRIM`,[e,String(t),String(n)]),`OK`}async lpos(e,t){return await this.sendCommand(`LPOS`,[e,t])??null}async smembers(e){return Da(await this.sendCommand(`SMEMBERS`,[e]))}async xadd(e,t,n,r){let i=[e];r?.MAXLEN!=null&&(i.push(`MAXLEN`),r.approximate!==!1&&i.push(`~`),i.push(String(r.MAXLEN))),i.push(t);for(let[e,t]of Object.entries(n))i.push(e,String(t));return await(await this._ensureRaw()).send(`XADD`,i)}async xread(e,t){let n=[];t?.COUNT!=null&&n.push(`COUNT`,String(t.COUNT)),t?.BLOCK!=null&&n.push(`BLOCK`,String(t.BLOCK)),n.push(`STREAMS`);for(let t of e)n.push(t.key);for(let t of e)n.push(t.id);let r;try{r=await this.sendCommand(`XREAD`,n)}catch(e){if(this.closing)return null;throw e}return r?Array.isArray(r)?r.map(e=>[String(e[0]),(e[1]||[]).map(e=>[String(e[0]),(e[1]||[]).map(String)])]):Object.entries(r).map(([e,t])=>[e,(t||[]).map(e=>[String(e[0]),(e[1]||[]).map(String)])]):null}async xtrim(e,t,n,r){let i=[e,t];return r?.approximate!==!1&&i.push(`~`),i.push(String(n)),await this.sendCommand(`XTRIM`,i)}async bzpopmin(e,t){let n;try{n=await this.sendCommand(`BZPOPMIN`,[e,String(t)])}catch(e){if(this.closing)return null;throw e}return!n||n.length===0?null:[String(n[0]),String(n[1]),String(n[2])]}async info(){return await this.sendCommand(`INFO`,[])}async clientSetName(e){return await this.sendCommand(`CLIENT`,[`SETNAME`,e])}async clientList(){return await this.sendCommand(`CLIENT`,[`LIST`])}async clientInfo(){return await this.sendCommand(`CLIENT`,[`INFO`])}async scan(e,t){let n=[String(e)];t?.MATCH&&n.push(`MATCH`,t.MATCH),t?.COUNT&&n.push(`COUNT`,String(t.COUNT));let r=await this.sendCommand(`SCAN`,n),i=r[1];return[String(r[0]),Array.isArray(i)?i.map(String):[]]}scanStream(e){let t=this,n=`0`,r=!1,i=new a({objectMode:!0,async read(){if(r&&n===`0`)i.push(null);else{r=!0;try{for(;;){let[r,a]=await t.scan(n,{MATCH:e.match,COUNT:e.count});if(n=r,a.length>0){i.push(a),n===`0`&&i.push(null);return}if(n===`0`){i.push(null);return}}}catch(e){i.destroy(e)}}}});return i}async keys(e){return(await this.sendCommand(`KEYS`,[e])||[]).map(String)}async exists(...e){if(e.length===0)return 0;let t=await this.sendCommand(`EXISTS`,e);return typeof t==`boolean`?+!!t:t}async zadd(e,...t){let n=[e];for(let e=0;e<t.length;e+=2)n.push(String(t[e]),String(t[e+1]));return await this.sendCommand(`ZADD`,n)}async zrem(e,...t){return await this.sendCommand(`ZREM`,[e,...t])}async xlen(e){return await this.sendCommand(`XLEN`,[e])}async xrevrange(e,t,n,...r){let i=[e,t,n];r[0]===`COUNT`&&i.push(`COUNT`,String(r[1]));let a=await this.sendCommand(`XREVRANGE`,i);return a?a.map(e=>[String(e[0]),(e[1]||[]).map(String)]):[]}async sadd(e,...t){return await this.sendCommand(`SADD`,[e,...t.map(String)])}async scard(e){return await this.sendCommand(`SCARD`,[e])}async lpush(e,...t){return await this.sendCommand(`LPUSH`,[e,...t])}async rpop(e){return await this.sendCommand(`RPOP`,[e])??null}async incr(e){return await this.sendCommand(`INCR`,[e])}async incrby(e,t){return await this.sendCommand(`INCRBY`,[e,String(t)])}async flushall(){return await this.sendCommand(`FLUSHALL`,[])}},Aa=class{constructor(e,t,n){this.scripts=e,this.transactional=t,this.adapter=n,this.commands=[],this.transformers=[],this.scriptsToLoad=[]}addCommand(e,t,n){this.commands.push({cmd:e,args:t}),this.transformers.push(n||(e=>e))}hgetall(e){return this.addCommand(`HGETALL`,[e],e=>{if(!e||Array.isArray(e)&&e.length===0)return{};if(Array.isArray(e)){let t={};for(let n=0;n<e.length;n+=2)t[String(e[n])]=String(e[n+1]);return t}return e}),this}hset(e,t){let n=[e];for(let[e,r]of Object.entries(t))n.push(e,String(r));return this.addCommand(`HSET`,n),this}hscan(e,t,n){let r=[e,String(t)];return n?.COUNT!=null&&r.push(`COUNT`,String(n.COUNT)),this.addCommand(`HSCAN`,r,e=>e&&Array.isArray(e)?[String(e[0]),Da(e[1])]:[`0`,[]]),this}smembers(e){return this.addCommand(`SMEMBERS`,[e],e=>Da(e)),this}sscan(e,t,n){let r=[e,String(t)];return n?.COUNT!=null&&r.push(`COUNT`,String(n.COUNT)),this.addCommand(`SSCAN`,r,e=>e&&Array.isArray(e)?[String(e[0]),Da(e[1])]:[`0`,[]]),this}zrange(e,t,n){return this.addCommand(`ZRANGE`,[e,String(t),String(n)],e=>Array.isArray(e)?e.map(String):[]),this}lrange(e,t,n){return this.addCommand(`LRANGE`,[e,String(t),String(n)],e=>Array.isArray(e)?e.map(String):[]),this}llen(e){return this.addCommand(`LLEN`,[e]),this}del(...e){return e.length>0&&this.addCommand(`DEL`,e),this}runCommand(e,t){let n=this.scripts.get(e);if(!n)throw Error(`BullMQ: unknown command "${e}" in transaction`);let r=Ta(t),{sha:i,numberOfKeys:a}=n,o=r.slice(0,a).map(String),s=r.slice(a).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e));return this.scriptsToLoad.push(n),this.addCommand(`EVALSHA`,[i,String(o.length),...o,...s]),this}async exec(){if(this.commands.length===0)return[];if(this.scriptsToLoad.length>0&&await this.adapter.ensureScriptsLoaded(this.scriptsToLoad),!this.transactional)return(await Promise.allSettled(this.commands.map(({cmd:e,args:t})=>this.adapter.sendCommand(e,t)))).map((e,t)=>{if(e.status===`rejected`)return[e.reason,null];let n=this.transformers[t];return[null,n?n(e.value):e.value]});let e=e=>{},t=await this.adapter._ensureRaw();try{t.send(`MULTI`,[]).catch(e);for(let{cmd:n,args:r}of this.commands)t.send(n,r).catch(e);let n=await t.send(`EXEC`,[]);return n?n.map((e,t)=>{if(e instanceof Error)return[e,null];let n=this.transformers[t];return[null,n?n(e):e]}):null}catch(e){try{await t.send(`DISCARD`,[])}catch{}throw e}}};const ja=Symbol(`bullmqClusterReconnectPromise`),Ma=Symbol(`bullmqClusterPatchedForBlocking`),Na=Symbol(`bullmqClusterOriginalBzpopmin`),Pa=Symbol(`bullmqClusterWrappedBzpopmin`),Fa=Symbol(`bullmqClusterPatchRefCount`),Ia=Symbol(`bullmqClusterClosingRefCount`),La=3e4;function Ra(){try{if(typeof n==`function`){let e=Ue();return e.default??e}}catch{}throw Error("BullMQ could not load the optional 'ioredis' package. Install it with `npm install ioredis`, or provide a different Redis client instance (e.g. node-redis) via the connection option. In a native ESM environment, pass an already-constructed client instance instead of connection options.")}function za(e){if(ya(e))return e;let t=typeof e.defineCommand==`function`;return!t&&typeof e.sendCommand==`function`&&(`isOpen`in e||`isReady`in e)?Sa(e):!t&&typeof e.send==`function`&&`connected`in e?Oa(e):_a(e)}var Ba=class e extends s{constructor(e,t){if(super(),this.extraOptions=t,this.capabilities={canDoubleTimeout:!1,canBlockFor1Ms:!0},this.status=`initializing`,this.dbType=`redis`,this.packageVersion=qr,this.disabledBlockingClusterReconnect=!1,this.extraOptions=Object.assign({shared:!1,blocking:!0,skipVersionCheck:!1,skipWaitingForReady:!1,clusterReconnectTimeoutMs:La},t),!dn(e))this.checkBlockingOptions(`BullMQ: WARNING! Your redis options maxRetriesPerRequest must be null and will be overridden by BullMQ.`,e),this.opts=Object.assign({port:6379,host:`127.0.0.1`,retryStrategy:function(e){return Math.max(Math.min(Math.exp(e),2e4),1e3)}},e),this.extraOptions.blocking&&(this.opts.maxRetriesPerRequest=null);else{if(this._client=za(e),this._client.options.keyPrefix)throw Error(`BullMQ: ioredis does not support ioredis prefixes, use the prefix option instead.`);this.opts=this._client.isCluster?this._client.options.redisOptions:this._client.options,this.checkBlockingOptions(`BullMQ: Your redis options maxRetriesPerRequest must be null.`,this.opts,!0)}this.skipVersionCheck=t?.skipVersionCheck||!!(this.opts&&this.opts.skipVersionCheck),this.handleClientError=e=>{this.emit(`error`,e)},this.handleClientClose=()=>{this.emit(`close`)},this.handleClientReady=()=>{this.emit(`ready`)},this.initializing=this.init(),this.initializing.catch(e=>{this.listenerCount(`error`)>0&&this.emit(`error`,e)})}checkBlockingOptions(e,t,n=!1){if(this.extraOptions.blocking&&t&&t.maxRetriesPerRequest){if(n)throw Error(e);console.error(e)}}static async waitUntilReady(e){if(e.status===`ready`||e.status===`connect`&&fn(e))return;if(e.status===`wait`)return e.connect();if(e.status===`end`)throw new ct(st);let t,n,r;try{await new Promise((i,a)=>{let o;r=e=>{o=e},t=()=>{i()},n=()=>{e.status===`end`?o?a(o):i():a(o||new ct(`Connection is closed.`))},sn(e,3),e.once(`ready`,t),e.on(`end`,n),e.once(`error`,r)})}finally{e.removeListener(`end`,n),e.removeListener(`error`,r),e.removeListener(`ready`,t),pn(e,3)}}get client(){return this.initializing}loadCommands(e,t){let n=t||ha;for(let t in n){let r=`${n[t].name}:${e}`;this._client[r]||this._client.defineCommand(r,{numberOfKeys:n[t].keys,lua:n[t].content})}}async init(){if(!this._client){if(e.clientFactory)this._client=e.clientFactory(this.opts);else{let e=this.opts,{url:t}=e,n=ri(e,[`url`]),r=Ra(),i=t?new r(t,n):new r(n);this._client=_a(i)}}if(sn(this._client,3),this._client.on(`error`,this.handleClientError),this._client.on(`close`,this.handleClientClose),this._client.on(`ready`,this.handleClientReady),this.patchBlockingClusterClient(),this.extraOptions.skipWaitingForReady||await e.waitUntilReady(this._client),this.loadCommands(this.packageVersion),this._client.status!==`end`){let t=await this.getRedisVersionAndType();if(this.version=t.version,this.dbType=t.databaseType,this.skipVersionCheck!==!0&&!this.closing){if(_n(this.version,e.minimumVersion,this.dbType))throw Error(`Redis version needs to be greater or equal than ${e.minimumVersion} Current: ${this.version}`);_n(this.version,e.recommendedMinimumVersion,this.dbType)&&console.warn(`It is highly recommended to use a minimum Redis version of ${e.recommendedMinimumVersion}
             Current: ${this.version}`)}this.capabilities={canDoubleTimeout:!_n(this.version,`6.0.0`,this.dbType),canBlockFor1Ms:!_n(this.version,`7.0.8`,this.dbType)},this.status=`ready`}return this._client}patchBlockingClusterClient(){let t=this._client,n=t;if(!this.extraOptions.blocking||!fn(t)||typeof n.bzpopmin!=`function`)return;let r=this.extraOptions.clusterReconnectTimeoutMs??La;if(n[Fa]=(n[Fa]||0)+1,this.patchedBlockingClusterClient=n,n[Ma])return;let i=n.bzpopmin,a=(...t)=>e.runWithClusterRecovery(n,r,()=>i.apply(n,t));n[Na]=i,n[Pa]=a,n[Ma]=!0,n.bzpopmin=a}runWithClusterRecovery(t){let n=this.patchedBlockingClusterClient;return n?e.runWithClusterRecovery(n,this.extraOptions.clusterReconnectTimeoutMs??La,t):t()}static async runWithClusterRecovery(t,n,r){await e.reconnectClusterIfNeeded(t,n);try{return await r()}catch(r){let i=r;if(e.shouldReconnectClusterAfterError(t,i))try{await e.reconnectCluster(t,n)}catch{}throw i}}disableBlockingClusterReconnect(){let e=this.patchedBlockingClusterClient;e&&!this.disabledBlockingClusterReconnect&&(e[Ia]=(e[Ia]||0)+1,this.disabledBlockingClusterReconnect=!0)}releaseBlockingClusterClientPatch(){let e=this.patchedBlockingClusterClient;if(!e)return;if(this.disabledBlockingClusterReconnect){let t=(e[Ia]||1)-1;t>0?e[Ia]=t:delete e[Ia],this.disabledBlockingClusterReconnect=!1}let t=(e[Fa]||1)-1;t>0?(e[Fa]=t,this.patchedBlockingClusterClient=void 0):(e[Na]&&e.bzpopmin===e[Pa]&&(e.bzpopmin=e[Na]),delete e[Fa],delete e[Ia],delete e[Na],delete e[Pa],delete e[Ma],this.patchedBlockingClusterClient=void 0)}static isClusterWithEmptyNodes(e){return typeof e.nodes==`function`&&e.nodes().length===0}static isReconnectingDisabled(e){let t=e[Fa]||0,n=e[Ia]||0;return t===0||n>=t||e.status===`end`||e.status===`closing`}static async reconnectClusterIfNeeded(t,n){!e.isReconnectingDisabled(t)&&e.isClusterWithEmptyNodes(t)&&await e.reconnectCluster(t,n)}static shouldReconnectClusterAfterError(t,n){if(e.isReconnectingDisabled(t))return!1;let r=[n.message,n.cause?.message,n.lastNodeError?.message].join(` `);return e.isClusterWithEmptyNodes(t)||/Command timed out|Failed to refresh slots cache/i.test(r)}static async reconnectCluster(t,n){e.isReconnectingDisabled(t)||(t[ja]||(t[ja]=e.connectClusterWithTimeout(t,n).finally(()=>{t[ja]=null})),await t[ja])}static async connectClusterWithTimeout(e,t){e.disconnect(!1);let n;try{await Promise.race([e.connect(),new Promise((e,r)=>{var i;n=setTimeout(()=>{r(new ct(`BullMQ: cluster reconnect timed out after ${t}ms`))},t),(i=n.unref)==null||i.call(n)})])}finally{n&&clearTimeout(n)}}async disconnect(e=!0){let t=await this.client;if(t.status!==`end`){let n,r;if(!e)return t.disconnect();let i=new Promise((e,i)=>{sn(t,2),t.once(`end`,e),t.once(`error`,i),n=e,r=i});t.disconnect();try{await i}finally{pn(t,2),t.removeListener(`end`,n),t.removeListener(`error`,r)}}}async reconnect(){let t=await this.client;for(;;){if(t.status===`ready`||t.status===`connect`&&fn(t))return;if(t.status===`wait`||t.status===`end`)return t.connect();try{await e.waitUntilReady(t)}catch(e){if(![`end`,`connecting`,`connect`,`reconnecting`].includes(t.status))throw e}}}async close(e=!1){var t;if(!this.closing){let n=this.status;this.status=`closing`,this.closing=!0,this.disableBlockingClusterReconnect();try{n===`ready`&&await this.initializing,this.extraOptions.shared||(n==`initializing`||e?(this._client.disconnect(),(t=this.initializing)==null||t.catch(()=>{})):await this._client.quit(),this._client.status=`end`)}catch(e){if(gn(e))throw e}finally{this.releaseBlockingClusterClientPatch(),this._client.off(`error`,this.handleClientError),this._client.off(`close`,this.handleClientClose),this._client.off(`ready`,this.handleClientReady),pn(this._client,3),this.removeAllListeners(),this.status=`closed`}}}async getRedisVersionAndType(){if(this.skipVersionCheck)return{version:e.minimumVersion,databaseType:`redis`};let t=(await this._client.info()).split(/\r?\n/),n,r=`redis`;for(let e=0;e<t.length;e++){let i=t[e];if(i.includes(`dragonfly_version:`)||i.includes(`server:Dragonfly`)?(r=`dragonfly`,i.indexOf(`dragonfly_version:`)===0&&(n=i.substr(18))):i.includes(`valkey_version:`)||i.includes(`server:Valkey`)?(r=`valkey`,i.indexOf(`valkey_version:`)===0&&(n=i.substr(15))):i.indexOf(`redis_version:`)===0&&(n=i.substr(14),r===`redis`&&(r=`redis`)),i.indexOf(`maxmemory_policy:`)===0){let e=i.substr(17);e!==`noeviction`&&console.warn(`IMPORTANT! Eviction policy is ${e}. It should be "noeviction"`)}}if(!n){for(let e of t)if(e.includes(`version:`)){let t=e.split(`:`);if(t.length>=2){n=t[1];break}}}return{version:n||e.minimumVersion,databaseType:r}}get redisVersion(){return this.version}get databaseType(){return this.dbType}};Ba.minimumVersion=`5.0.0`,Ba.recommendedMinimumVersion=`6.2.0`;const Va=(e,t)=>ya(e)||typeof e.defineCommand==`function`?(ya(e)?e:_a(e)).duplicate(t?{connectionName:t}:void 0):e.duplicate(t?{name:t}:void 0),Ha=(e,t)=>{let n=Buffer.from(e).toString(`base64`),r=t.name,i=`${t.prefix??`bull`}:${n}${r?`:w:${r}`:``}`;return new Ba(dn(t.connection)?Va(t.connection,i):Object.assign(Object.assign({},t.connection),{connectionName:i}),{shared:!1,blocking:!0,skipVersionCheck:t.skipVersionCheck})};let Ua=(e,t,{blocking:n=!1,withBlockingConnection:r=!1}={})=>{let i=new Ba(n&&dn(t.connection)?Va(t.connection):t.connection,{shared:!n&&dn(t.connection),blocking:n,skipVersionCheck:t.skipVersionCheck,skipWaitingForReady:t.skipWaitingForReady}),a=r?Ha(e,t):void 0,o=new Yr(t.prefix);return new Qr(i,e,o.getKeys(e),t=>o.toKey(e,t),t,a)};function Wa(){return Ua}const Ga=o(`bull`),Ka=2**21-1;var qa=class e{constructor(e,t,n,r={},i){this.queue=e,this.name=t,this.data=n,this.opts=r,this.id=i,this.progress=0,this.returnvalue=null,this.stacktrace=null,this.delay=0,this.priority=0,this.attemptsStarted=0,this.attemptsMade=0,this.stalledCounter=0;let a=this.opts,{repeatJobKey:o}=a,s=ri(a,[`repeatJobKey`]);this.opts=Object.assign({attempts:0},s),this.delay=this.opts.delay,this.priority=this.opts.priority||0,this.repeatJobKey=o,this.timestamp=r.timestamp?r.timestamp:Date.now(),this.opts.backoff=Ke.normalize(r.backoff),this.parentKey=mn(r.parent),r.parent&&(this.parent={id:r.parent.id,queueKey:r.parent.queue},r.failParentOnFailure&&(this.parent.fpof=!0),r.removeDependencyOnFailure&&(this.parent.rdof=!0),r.ignoreDependencyOnFailure&&(this.parent.idof=!0),r.continueParentOnFailure&&(this.parent.cpof=!0)),this.deduplicationId=this.opts.deduplication?.id,this.toKey=e.toKey.bind(e),this.createBackend(),this.queueQualifiedName=e.qualifiedName}static async create(e,t,n,r){let i=new this(e,t,n,r,r&&r.jobId),a=i.asJSON();return i.validateOptions(a),i.id=await i.backend.addJob(a,i.id,{parentKey:i.parentKey,parentDependenciesKey:i.parentKey?`${i.parentKey}:dependencies`:``}),i}static async createBulk(e,t){let n=t.map(t=>new this(e,t.name,t.data,t.opts,t.opts?.jobId)),r=e.backend,i=n.map(e=>{let t=e.asJSON();return e.validateOptions(t),{job:t,jobId:e.id,parentKeyOpts:{parentKey:e.parentKey,parentDependenciesKey:e.parentKey?`${e.parentKey}:dependencies`:``}}}),a=await r.addJobs(i);return n.forEach((e,t)=>{e.id=a[t]}),n}static fromJSON(e,t,n){let r=JSON.parse(t.data||`{}`),i=new this(e,t.name,r,t.opts,t.id||n);return i.progress=t.progress??0,i.delay=t.delay,i.priority=t.priority,i.timestamp=t.timestamp,t.finishedOn&&(i.finishedOn=t.finishedOn),t.processedOn&&(i.processedOn=t.processedOn),t.repeatJobKey&&(i.repeatJobKey=t.repeatJobKey),t.deduplicationId&&(i.deduplicationId=t.deduplicationId),t.failedReason&&(i.failedReason=t.failedReason),i.attemptsStarted=t.attemptsStarted??0,i.attemptsMade=t.attemptsMade??0,i.stalledCounter=t.stalledCounter??0,t.deferredFailure&&(i.deferredFailure=t.deferredFailure),i.stacktrace=Ja(t.stacktrace),typeof t.returnvalue==`string`&&(i.returnvalue=Ya(t.returnvalue)),i.parentKey=t.parentKey?t.parentKey:void 0,i.parent=t.parent?t.parent:void 0,t.processedBy&&(i.processedBy=t.processedBy),i}createBackend(){this.backend=this.queue.backend}static optsFromJSON(e,t=ln){let n=JSON.parse(e||`{}`),r=Object.entries(n),i={};for(let e of r){let[n,r]=e;t[n]?i[t[n]]=r:n===`tm`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{metadata:r}):n===`omc`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{omitContext:r}):i[n]=r}return i}static async fromId(e,t){if(t){let n=await e.backend.getJobData(t);return n?this.fromJSON(e,n,t):void 0}}static addJobLog(e,t,n,r){return e.backend.addLog(t,n,r)}toJSON(){let e=this,{queue:t,backend:n}=e;return ri(e,[`queue`,`backend`])}asJSON(){return yn({id:this.id,name:this.name,data:JSON.stringify(this.data===void 0?{}:this.data),opts:this.opts,parent:this.parent?Object.assign({},this.parent):void 0,parentKey:this.parentKey,progress:this.progress,attemptsMade:this.attemptsMade,attemptsStarted:this.attemptsStarted,stalledCounter:this.stalledCounter,finishedOn:this.finishedOn,processedOn:this.processedOn,timestamp:this.timestamp,failedReason:JSON.stringify(this.failedReason),stacktrace:JSON.stringify(this.stacktrace),deduplicationId:this.deduplicationId,repeatJobKey:this.repeatJobKey,returnvalue:JSON.stringify(this.returnvalue)})}asJSONSandbox(){return Object.assign(Object.assign({},this.asJSON()),{queueName:this.queueName,queueQualifiedName:this.queueQualifiedName,prefix:this.prefix})}updateData(e){return this.data=e,this.backend.updateData(this,e)}async updateProgress(e){this.progress=e,await this.backend.updateProgress(this.id,e),this.queue.emit(`progress`,this,e)}async log(t){return e.addJobLog(this.queue,this.id,t,this.opts.keepLogs)}async removeChildDependency(){return await this.backend.removeChildDependency(this.id,this.parentKey)?(this.parent=void 0,this.parentKey=void 0,!0):!1}async clearLogs(e){await this.backend.clearLogs(this.id,e)}async remove({removeChildren:e=!0}={}){await this.queue.waitUntilReady();let t=this.queue,n=this;if(await this.backend.remove(n.id,e))t.emit(`removed`,n);else throw Error(`Job ${this.id} could not be removed because it is locked by another worker`)}async removeUnprocessedChildren(){let e=this.id;await this.backend.removeUnprocessedChildren(e)}extendLock(e,t){return this.backend.extendLock(this.id,e,t)}async moveToCompleted(e,t,n=!0){return this.queue.trace(P.INTERNAL,`complete`,this.queue.name,async r=>{if(this.setSpanJobAttributes(r),await this.queue.waitUntilReady(),this.returnvalue=e||void 0,en(JSON.stringify,JSON,[e])===$t)throw $t.value;let{result:i,finishedOn:a}=await this.backend.moveToCompleted(this,e,this.opts.removeOnComplete,t,n);return this.finishedOn=a,this.attemptsMade+=1,this.recordJobMetrics(`completed`),i})}async moveToWait(e){let t=await this.backend.moveJobFromActiveToWait(this.id,e);return this.recordJobMetrics(`waiting`),t}async shouldRetryJob(e){let t=this.queue.opts,n=e instanceof wn||e.name==`UnrecoverableError`,r=!!t.maxStartedAttempts&&t.maxStartedAttempts<=this.attemptsStarted;if(this.attemptsMade+1<this.opts.attempts&&!n&&!r){let n=await Ke.calculate(this.opts.backoff,this.attemptsMade+1,e,this,t.settings&&t.settings.backoffStrategy);return[n!=-1,n==-1?0:n]}return[!1,0]}async moveToFailed(e,t,n=!1){this.failedReason=e?.message;let[r,i]=await this.shouldRetryJob(e);return this.queue.trace(P.INTERNAL,this.getSpanOperation(r,i),this.queue.name,async(a,o)=>{this.setSpanJobAttributes(a);let s;!this.opts?.telemetry?.omitContext&&o&&(s=o);let c;this.updateStacktrace(e);let l={failedReason:this.failedReason,stacktrace:JSON.stringify(this.stacktrace),tm:s},u;if(r)i?(c=await this.backend.moveToDelayed(this.id,Date.now(),i,t,{fieldsToUpdate:l,fetchNext:n}),this.recordJobMetrics(`delayed`)):(c=await this.backend.retryJob(this.id,this.opts.lifo,t,{fieldsToUpdate:l}),this.recordJobMetrics(`retried`));else{let e=await this.backend.moveToFailed(this,this.failedReason,this.opts.removeOnFail,t,n,l);c=e.result,u=e.finishedOn,this.recordJobMetrics(`failed`)}return u&&typeof u==`number`&&(this.finishedOn=u),i&&typeof i==`number`&&(this.delay=i),this.attemptsMade+=1,c})}getSpanOperation(e,t){return e?t?`delay`:`retry`:`fail`}recordJobMetrics(e){let t=this.queue.opts?.telemetry?.meter;if(!t)return;let n={[N.QueueName]:this.queue.name,[N.JobName]:this.name,[N.JobState]:e},r={completed:Ze.JobsCompleted,failed:Ze.JobsFailed,delayed:Ze.JobsDelayed,retried:Ze.JobsRetried,waiting:Ze.JobsWaiting,"waiting-children":Ze.JobsWaitingChildren}[e];if(t.createCounter(r,{description:`Number of jobs ${e}`,unit:`1`}).add(1,n),this.processedOn){let e=Date.now()-this.processedOn;t.createHistogram(Ze.JobDuration,{description:`Job processing duration`,unit:`ms`}).record(e,n)}}isCompleted(){return this.isInState(`completed`)}isFailed(){return this.isInState(`failed`)}isDelayed(){return this.isInState(`delayed`)}isWaitingChildren(){return this.isInState(`waiting-children`)}isActive(){return this.isInState(`active`)}async isWaiting(){return this.isInState(`waiting`)}get queueName(){return this.queue.name}get prefix(){let e=this.queueQualifiedName,t=this.queueName;return e.length>t.length+1?e.slice(0,e.length-t.length-1):``}getState(){return this.backend.getState(this.id)}async changeDelay(e){await this.backend.changeDelay(this.id,e),this.delay=e}async changePriority(e){await this.backend.changePriority(this.id,e.priority,e.lifo),this.priority=e.priority||0}async getChildrenValues(){let e=await this.backend.getProcessedChildrenValues(this.id);if(e)return vn(e)}async getIgnoredChildrenFailures(){return this.backend.getIgnoredChildrenFailures(this.id)}async getFailedChildrenValues(){return this.backend.getIgnoredChildrenFailures(this.id)}async getDependencies(e={}){return this.backend.getDependencies(this.id,e)}async getDependenciesCount(e={}){let t=[];Object.entries(e).forEach(([e,n])=>{n&&t.push(e)});let n=t.length?t:[`processed`,`unprocessed`,`ignored`,`failed`],r=await this.backend.getDependencyCounts(this.id,n),i={};return r.forEach((e,t)=>{i[`${n[t]}`]=e||0}),i}async waitUntilFinished(e,t){await this.queue.waitUntilReady();let n=this.id;return new Promise(async(r,i)=>{let a;t&&(a=setTimeout(()=>s(`Job wait ${this.name} timed out before finishing, no finish notification arrived after ${t}ms (id=${n})`),t));function o(e){u(),r(e.returnvalue)}function s(e){u(),i(Error(e.failedReason||e))}let c=`completed:${n}`,l=`failed:${n}`;e.on(c,o),e.on(l,s),this.queue.on(`closing`,s);let u=()=>{clearInterval(a),e.removeListener(c,o),e.removeListener(l,s),this.queue.removeListener(`closing`,s)};await e.waitUntilReady();let[d,f]=await this.backend.isFinished(n,!0);d!=0&&(d==-1||d==2?s({failedReason:f}):o({returnvalue:Ya(f)}))})}async moveToDelayed(e,t){let n=Date.now(),r=e-n,i=r>0?r:0;await this.backend.moveToDelayed(this.id,n,i,t,{skipAttempt:!0}),this.delay=i,this.recordJobMetrics(`delayed`)}async moveToWaitingChildren(e,t={}){let n=await this.backend.moveToWaitingChildren(this.id,e,t);return n&&this.recordJobMetrics(`waiting-children`),n}async promote(){let e=this.id;await this.backend.promote(e),this.delay=0}async retry(e=`failed`,t={}){await this.backend.retryFinishedJob(this,e,t),this.failedReason=null,this.finishedOn=null,this.processedOn=null,this.returnvalue=null,t.resetAttemptsMade&&(this.attemptsMade=0),t.resetAttemptsStarted&&(this.attemptsStarted=0)}async isInState(e){return this.backend.isJobInState(e,this.id)}addJob(e,t){let n=this.asJSON();return this.validateOptions(n),this.backend.addJobToTransaction(e,n,this.id,t)}toFlowEntry(e={}){let t=this.asJSON();return this.validateOptions(t),{jobData:t,jobId:this.id,parentKeyOpts:e,prefix:this.prefix,queueName:this.queueName}}async removeDeduplicationKey(){return this.deduplicationId?await this.backend.removeDeduplicationKey(this.deduplicationId,this.id)>0:!1}validateOptions(e){let t=[`removeDependencyOnFailure`,`failParentOnFailure`,`continueParentOnFailure`,`ignoreDependencyOnFailure`];if(this.opts.sizeLimit&&tn(e.data)>this.opts.sizeLimit)throw Error(`The size of job ${this.name} exceeds the limit ${this.opts.sizeLimit} bytes`);let n=t.filter(e=>this.opts[e]);if(n.length>1){let e=n.join(`, `);throw Error(`The following options cannot be used together: ${e}`)}if(this.opts?.jobId){if(`${parseInt(this.opts.jobId,10)}`===this.opts?.jobId)throw Error(`Custom Id cannot be integers`);if(this.opts?.jobId.includes(`:`)&&(this.opts?.jobId)?.split(`:`).length!==3)throw Error(`Custom Id cannot contain :`)}if(this.opts.priority){if(Math.trunc(this.opts.priority)!==this.opts.priority)throw Error(`Priority should not be float`);if(this.opts.priority>Ka)throw Error(`Priority should be between 0 and ${Ka}`)}if(this.opts.deduplication){if(!this.opts.deduplication?.id)throw Error(`Deduplication id must be provided`);if(this.parentKey)throw Error(`Deduplication and parent options cannot be used together`)}if(Object.prototype.hasOwnProperty.call(this.opts,`debounce`))throw Error(`Debounce option has been removed. Use deduplication option instead`);if(typeof this.opts.backoff==`object`&&typeof this.opts.backoff.jitter==`number`&&(this.opts.backoff.jitter<0||this.opts.backoff.jitter>1))throw Error(`Jitter should be between 0 and 1`)}updateStacktrace(e){this.stacktrace=this.stacktrace||[],e?.stack&&(this.stacktrace.push(e.stack),this.opts.stackTraceLimit===0?this.stacktrace=[]:this.opts.stackTraceLimit&&(this.stacktrace=this.stacktrace.slice(-this.opts.stackTraceLimit)))}setSpanJobAttributes(e){e?.setAttributes({[N.JobName]:this.name,[N.JobId]:this.id})}};function Ja(e){if(!e)return[];let t=en(JSON.parse,JSON,[e]);return t===$t||!(t instanceof Array)?[]:t}function Ya(e){let t=en(JSON.parse,JSON,[e]);if(t!==$t)return t;Ga(`corrupted returnvalue: `+e,t)}var Xa=r((e=>{Object.defineProperty(e,"__esModule",{value:!0})})),Za=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronField=void 0,e.CronField=class e{#e=!1;#t=!1;#n=!1;#r=[];options={rawValue:``};static get min(){throw Error(`min must be overridden`)}static get max(){throw Error(`max must be overridden`)}static get chars(){return Object.freeze([])}static get validChars(){return/^[?,*\dH/-]+$|^.*H\(\d+-\d+\)\/\d+.*$|^.*H\(\d+-\d+\).*$|^.*H\/\d+.*$/}static get constraints(){return{min:this.min,max:this.max,chars:this.chars,validChars:this.validChars}}constructor(t,n={rawValue:``}){if(!Array.isArray(t))throw Error(`${this.constructor.name} Validation error, values is not an array`);if(!(t.length>0))throw Error(`${this.constructor.name} Validation error, values contains no values`);this.options={...n,rawValue:n.rawValue??``},this.#r=[...t].sort(e.sorter),this.#n=this.options.wildcard===void 0?this.#i():this.options.wildcard,this.#e=this.options.rawValue.includes(`L`)||t.includes(`L`),this.#t=this.options.rawValue.includes(`?`)||t.includes(`?`)}get min(){return this.constructor.min}get max(){return this.constructor.max}get chars(){return this.constructor.chars}get hasLastChar(){return this.#e}get hasQuestionMarkChar(){return this.#t}get isWildcard(){return this.#n}get values(){return this.#r}static sorter(e,t){let n=typeof e==`number`,r=typeof t==`number`;return n&&r?e-t:!n&&!r?e.localeCompare(t):n?-1:1}static findNearestValueInList(e,t,n){if(n){for(let n=e.length-1;n>=0;n--)if(e[n]<t)return e[n];return null}for(let n=0;n<e.length;n++)if(e[n]>t)return e[n];return null}findNearestValue(e,t){return this.constructor.findNearestValueInList(this.values,e,t)}serialize(){return{wildcard:this.#n,values:this.#r}}validate(){let e,t=this.chars.length>0?` or chars ${this.chars.join(``)}`:``,n=e=>t=>RegExp(`^\\d{0,2}${t}$`).test(e);if(!this.#r.every(t=>(e=t,typeof t==`number`?t>=this.min&&t<=this.max:this.chars.some(n(t)))))throw Error(`${this.constructor.name} Validation error, got value ${e} expected range ${this.min}-${this.max}${t}`);let r=this.#r.find((e,t)=>this.#r.indexOf(e)!==t);if(r!==void 0)throw Error(`${this.constructor.name} Validation error, duplicate values found: ${r}`)}#i(){return this.options.rawValue.length>0?[`*`,`?`].includes(this.options.rawValue):Array.from({length:this.max-this.min+1},(e,t)=>t+this.min).every(e=>this.#r.includes(e))}}})),Qa=r((e=>{Object.defineProperty(e,"__esModule",{value:!0});var t=class extends Error{},n=class extends t{constructor(e){super(`Invalid DateTime: ${e.toMessage()}`)}},r=class extends t{constructor(e){super(`Invalid Interval: ${e.toMessage()}`)}},i=class extends t{constructor(e){super(`Invalid Duration: ${e.toMessage()}`)}},a=class extends t{},o=class extends t{constructor(e){super(`Invalid unit ${e}`)}},s=class extends t{},c=class extends t{constructor(){super(`Zone is an abstract class`)}};let l=`numeric`,u=`short`,d=`long`,f={year:l,month:l,day:l},p={year:l,month:u,day:l},m={year:l,month:u,day:l,weekday:u},h={year:l,month:d,day:l},g={year:l,month:d,day:l,weekday:d},_={hour:l,minute:l},v={hour:l,minute:l,second:l},y={hour:l,minute:l,second:l,timeZoneName:u},b={hour:l,minute:l,second:l,timeZoneName:d},x={hour:l,minute:l,hourCycle:`h23`},S={hour:l,minute:l,second:l,hourCycle:`h23`},ee={hour:l,minute:l,second:l,hourCycle:`h23`,timeZoneName:u},C={hour:l,minute:l,second:l,hourCycle:`h23`,timeZoneName:d},w={year:l,month:l,day:l,hour:l,minute:l},T={year:l,month:l,day:l,hour:l,minute:l,second:l},te={year:l,month:u,day:l,hour:l,minute:l},E={year:l,month:u,day:l,hour:l,minute:l,second:l},D={year:l,month:u,day:l,weekday:u,hour:l,minute:l},O={year:l,month:d,day:l,hour:l,minute:l,timeZoneName:u},k={year:l,month:d,day:l,hour:l,minute:l,second:l,timeZoneName:u},ne={year:l,month:d,day:l,weekday:d,hour:l,minute:l,timeZoneName:d},re={year:l,month:d,day:l,weekday:d,hour:l,minute:l,second:l,timeZoneName:d};var ie=class{get type(){throw new c}get name(){throw new c}get ianaName(){return this.name}get isUniversal(){throw new c}offsetName(e,t){throw new c}formatOffset(e,t){throw new c}offset(e){throw new c}equals(e){throw new c}get isValid(){throw new c}};let A=null;var ae=class e extends ie{static get instance(){return A===null&&(A=new e),A}get type(){return`system`}get name(){return new Intl.DateTimeFormat().resolvedOptions().timeZone}get isUniversal(){return!1}offsetName(e,{format:t,locale:n}){return Bt(e,t,n)}formatOffset(e,t){return Wt(this.offset(e),t)}offset(e){return-new Date(e).getTimezoneOffset()}equals(e){return e.type===`system`}get isValid(){return!0}};let oe=new Map;function se(e){let t=oe.get(e);return t===void 0&&(t=new Intl.DateTimeFormat(`en-US`,{hour12:!1,timeZone:e,year:`numeric`,month:`2-digit`,day:`2-digit`,hour:`2-digit`,minute:`2-digit`,second:`2-digit`,era:`short`}),oe.set(e,t)),t}let ce={year:0,month:1,day:2,era:3,hour:4,minute:5,second:6};function le(e,t){let n=e.format(t).replace(/\u200E/g,``),[,r,i,a,o,s,c,l]=/(\d+)\/(\d+)\/(\d+) (AD|BC),? (\d+):(\d+):(\d+)/.exec(n);return[a,r,i,o,s,c,l]}function ue(e,t){let n=e.formatToParts(t),r=[];for(let e=0;e<n.length;e++){let{type:t,value:i}=n[e],a=ce[t];t===`era`?r[a]=i:I(a)||(r[a]=parseInt(i,10))}return r}let de=new Map;var fe=class e extends ie{static create(t){let n=de.get(t);return n===void 0&&de.set(t,n=new e(t)),n}static resetCache(){de.clear(),oe.clear()}static isValidSpecifier(e){return this.isValidZone(e)}static isValidZone(e){if(!e)return!1;try{return new Intl.DateTimeFormat(`en-US`,{timeZone:e}).format(),!0}catch{return!1}}constructor(t){super(),this.zoneName=t,this.valid=e.isValidZone(t)}get type(){return`iana`}get name(){return this.zoneName}get isUniversal(){return!1}offsetName(e,{format:t,locale:n}){return Bt(e,t,n,this.name)}formatOffset(e,t){return Wt(this.offset(e),t)}offset(e){if(!this.valid)return NaN;let t=new Date(e);if(isNaN(t))return NaN;let n=se(this.name),[r,i,a,o,s,c,l]=n.formatToParts?ue(n,t):le(n,t);o===`BC`&&(r=-Math.abs(r)+1);let u=It({year:r,month:i,day:a,hour:s===24?0:s,minute:c,second:l,millisecond:0}),d=+t,f=d%1e3;return d-=f>=0?f:1e3+f,(u-d)/6e4}equals(e){return e.type===`iana`&&e.name===this.name}get isValid(){return this.valid}};let pe={};function me(e,t={}){let n=JSON.stringify([e,t]),r=pe[n];return r||(r=new Intl.ListFormat(e,t),pe[n]=r),r}let he=new Map;function ge(e,t={}){let n=JSON.stringify([e,t]),r=he.get(n);return r===void 0&&(r=new Intl.DateTimeFormat(e,t),he.set(n,r)),r}let _e=new Map;function ve(e,t={}){let n=JSON.stringify([e,t]),r=_e.get(n);return r===void 0&&(r=new Intl.NumberFormat(e,t),_e.set(n,r)),r}let ye=new Map;function be(e,t={}){let{base:n,...r}=t,i=JSON.stringify([e,r]),a=ye.get(i);return a===void 0&&(a=new Intl.RelativeTimeFormat(e,t),ye.set(i,a)),a}let xe=null;function Se(){return xe||(xe=new Intl.DateTimeFormat().resolvedOptions().locale,xe)}let Ce=new Map;function we(e){let t=Ce.get(e);return t===void 0&&(t=new Intl.DateTimeFormat(e).resolvedOptions(),Ce.set(e,t)),t}let Te=new Map;function Ee(e){let t=Te.get(e);if(!t){let n=new Intl.Locale(e);t=`getWeekInfo`in n?n.getWeekInfo():n.weekInfo,`minimalDays`in t||(t={...Ie,...t}),Te.set(e,t)}return t}function De(e){let t=e.indexOf(`-x-`);t!==-1&&(e=e.substring(0,t));let n=e.indexOf(`-u-`);if(n===-1)return[e];{let t,r;try{t=ge(e).resolvedOptions(),r=e}catch{let i=e.substring(0,n);t=ge(i).resolvedOptions(),r=i}let{numberingSystem:i,calendar:a}=t;return[r,i,a]}}function Oe(e,t,n){return(n||t)&&(e.includes(`-u-`)||(e+=`-u`),n&&(e+=`-ca-${n}`),t&&(e+=`-nu-${t}`)),e}function ke(e){let t=[];for(let n=1;n<=12;n++){let r=$.utc(2009,n,1);t.push(e(r))}return t}function Ae(e){let t=[];for(let n=1;n<=7;n++){let r=$.utc(2016,11,13+n);t.push(e(r))}return t}function je(e,t,n,r){let i=e.listingMode();return i===`error`?null:i===`en`?n(t):r(t)}function Me(e){return e.numberingSystem&&e.numberingSystem!==`latn`?!1:e.numberingSystem===`latn`||!e.locale||e.locale.startsWith(`en`)||we(e.locale).numberingSystem===`latn`}var Ne=class{constructor(e,t,n){this.padTo=n.padTo||0,this.floor=n.floor||!1;let{padTo:r,floor:i,...a}=n;if(!t||Object.keys(a).length>0){let t={useGrouping:!1,...n};n.padTo>0&&(t.minimumIntegerDigits=n.padTo),this.inf=ve(e,t)}}format(e){if(this.inf){let t=this.floor?Math.floor(e):e;return this.inf.format(t)}return L(this.floor?Math.floor(e):Mt(e,3),this.padTo)}},Pe=class{constructor(e,t,n){this.opts=n,this.originalZone=void 0;let r;if(this.opts.timeZone)this.dt=e;else if(e.zone.type===`fixed`){let t=-1*(e.offset/60),n=t>=0?`Etc/GMT+${t}`:`Etc/GMT${t}`;e.offset!==0&&fe.create(n).valid?(r=n,this.dt=e):(r=`UTC`,this.dt=e.offset===0?e:e.setZone(`UTC`).plus({minutes:e.offset}),this.originalZone=e.zone)}else e.zone.type===`system`?this.dt=e:e.zone.type===`iana`?(this.dt=e,r=e.zone.name):(r=`UTC`,this.dt=e.setZone(`UTC`).plus({minutes:e.offset}),this.originalZone=e.zone);let i={...this.opts};i.timeZone=i.timeZone||r,this.dtf=ge(t,i)}format(){return this.originalZone?this.formatToParts().map(({value:e})=>e).join(``):this.dtf.format(this.dt.toJSDate())}formatToParts(){let e=this.dtf.formatToParts(this.dt.toJSDate());return this.originalZone?e.map(e=>{if(e.type===`timeZoneName`){let t=this.originalZone.offsetName(this.dt.ts,{locale:this.dt.locale,format:this.opts.timeZoneName});return{...e,value:t}}return e}):e}resolvedOptions(){return this.dtf.resolvedOptions()}},Fe=class{constructor(e,t,n){this.opts={style:`long`,...n},!t&&bt()&&(this.rtf=be(e,n))}format(e,t){return this.rtf?this.rtf.format(e,t):un(t,e,this.opts.numeric,this.opts.style!==`long`)}formatToParts(e,t){return this.rtf?this.rtf.formatToParts(e,t):[]}};let Ie={firstDay:1,minimalDays:4,weekend:[6,7]};var j=class e{static fromOpts(t){return e.create(t.locale,t.numberingSystem,t.outputCalendar,t.weekSettings,t.defaultToEN)}static create(t,n,r,i,a=!1){let o=t||F.defaultLocale,s=o||(a?`en-US`:Se()),c=n||F.defaultNumberingSystem,l=r||F.defaultOutputCalendar,u=Et(i)||F.defaultWeekSettings;return new e(s,c,l,u,o)}static resetCache(){xe=null,he.clear(),_e.clear(),ye.clear(),Ce.clear(),Te.clear()}static fromObject({locale:t,numberingSystem:n,outputCalendar:r,weekSettings:i}={}){return e.create(t,n,r,i)}constructor(e,t,n,r,i){let[a,o,s]=De(e);this.locale=a,this.numberingSystem=t||o||null,this.outputCalendar=n||s||null,this.weekSettings=r,this.intl=Oe(this.locale,this.numberingSystem,this.outputCalendar),this.weekdaysCache={format:{},standalone:{}},this.monthsCache={format:{},standalone:{}},this.meridiemCache=null,this.eraCache={},this.specifiedLocale=i,this.fastNumbersCached=null}get fastNumbers(){return this.fastNumbersCached??=Me(this),this.fastNumbersCached}listingMode(){let e=this.isEnglish(),t=(this.numberingSystem===null||this.numberingSystem===`latn`)&&(this.outputCalendar===null||this.outputCalendar===`gregory`);return e&&t?`en`:`intl`}clone(t){return!t||Object.getOwnPropertyNames(t).length===0?this:e.create(t.locale||this.specifiedLocale,t.numberingSystem||this.numberingSystem,t.outputCalendar||this.outputCalendar,Et(t.weekSettings)||this.weekSettings,t.defaultToEN||!1)}redefaultToEN(e={}){return this.clone({...e,defaultToEN:!0})}redefaultToSystem(e={}){return this.clone({...e,defaultToEN:!1})}months(e,t=!1){return je(this,e,Yt,()=>{let n=this.intl===`ja`||this.intl.startsWith(`ja-`);t&=!n;let r=t?{month:e,day:`numeric`}:{month:e},i=t?`format`:`standalone`;if(!this.monthsCache[i][e]){let t=n?e=>this.dtFormatter(e,r).format():e=>this.extract(e,r,`month`);this.monthsCache[i][e]=ke(t)}return this.monthsCache[i][e]})}weekdays(e,t=!1){return je(this,e,$t,()=>{let n=t?{weekday:e,year:`numeric`,month:`long`,day:`numeric`}:{weekday:e},r=t?`format`:`standalone`;return this.weekdaysCache[r][e]||(this.weekdaysCache[r][e]=Ae(e=>this.extract(e,n,`weekday`))),this.weekdaysCache[r][e]})}meridiems(){return je(this,void 0,()=>en,()=>{if(!this.meridiemCache){let e={hour:`numeric`,hourCycle:`h12`};this.meridiemCache=[$.utc(2016,11,13,9),$.utc(2016,11,13,19)].map(t=>this.extract(t,e,`dayperiod`))}return this.meridiemCache})}eras(e){return je(this,e,an,()=>{let t={era:e};return this.eraCache[e]||(this.eraCache[e]=[$.utc(-40,1,1),$.utc(2017,1,1)].map(e=>this.extract(e,t,`era`))),this.eraCache[e]})}extract(e,t,n){let r=this.dtFormatter(e,t).formatToParts().find(e=>e.type.toLowerCase()===n);return r?r.value:null}numberFormatter(e={}){return new Ne(this.intl,e.forceSimple||this.fastNumbers,e)}dtFormatter(e,t={}){return new Pe(e,this.intl,t)}relFormatter(e={}){return new Fe(this.intl,this.isEnglish(),e)}listFormatter(e={}){return me(this.intl,e)}isEnglish(){return this.locale===`en`||this.locale.toLowerCase()===`en-us`||we(this.intl).locale.startsWith(`en-us`)}getWeekSettings(){return this.weekSettings?this.weekSettings:xt()?Ee(this.locale):Ie}getStartOfWeek(){return this.getWeekSettings().firstDay}getMinDaysInFirstWeek(){return this.getWeekSettings().minimalDays}getWeekendDays(){return this.getWeekSettings().weekend}equals(e){return this.locale===e.locale&&this.numberingSystem===e.numberingSystem&&this.outputCalendar===e.outputCalendar}toString(){return`Locale(${this.locale}, ${this.numberingSystem}, ${this.outputCalendar})`}};let Le=null;var Re=class e extends ie{static get utcInstance(){return Le===null&&(Le=new e(0)),Le}static instance(t){return t===0?e.utcInstance:new e(t)}static parseSpecifier(t){if(t){let n=t.match(/^utc(?:([+-]\d{1,2})(?::(\d{2}))?)?$/i);if(n)return new e(Vt(n[1],n[2]))}return null}constructor(e){super(),this.fixed=e}get type(){return`fixed`}get name(){return this.fixed===0?`UTC`:`UTC${Wt(this.fixed,`narrow`)}`}get ianaName(){return this.fixed===0?`Etc/UTC`:`Etc/GMT${Wt(-this.fixed,`narrow`)}`}offsetName(){return this.name}formatOffset(e,t){return Wt(this.fixed,t)}get isUniversal(){return!0}offset(){return this.fixed}equals(e){return e.type===`fixed`&&e.fixed===this.fixed}get isValid(){return!0}},ze=class extends ie{constructor(e){super(),this.zoneName=e}get type(){return`invalid`}get name(){return this.zoneName}get isUniversal(){return!1}offsetName(){return null}formatOffset(){return``}offset(){return NaN}equals(){return!1}get isValid(){return!1}};function Be(e,t){if(I(e)||e===null)return t;if(e instanceof ie)return e;if(vt(e)){let n=e.toLowerCase();return n==="default"?t:n===`local`||n===`system`?ae.instance:n===`utc`||n===`gmt`?Re.utcInstance:Re.parseSpecifier(n)||fe.create(e)}return gt(e)?Re.instance(e):typeof e==`object`&&`offset`in e&&typeof e.offset==`function`?e:new ze(e)}let Ve={arab:`[٠-٩]`,arabext:`[۰-۹]`,bali:`[᭐-᭙]`,beng:`[০-৯]`,deva:`[०-९]`,fullwide:`[０-９]`,gujr:`[૦-૯]`,hanidec:`[〇|一|二|三|四|五|六|七|八|九]`,khmr:`[០-៩]`,knda:`[೦-೯]`,laoo:`[໐-໙]`,limb:`[᥆-᥏]`,mlym:`[൦-൯]`,mong:`[᠐-᠙]`,mymr:`[၀-၉]`,orya:`[୦-୯]`,tamldec:`[௦-௯]`,telu:`[౦-౯]`,thai:`[๐-๙]`,tibt:`[༠-༩]`,latn:`\\d`},He={arab:[1632,1641],arabext:[1776,1785],bali:[6992,7001],beng:[2534,2543],deva:[2406,2415],fullwide:[65296,65303],gujr:[2790,2799],khmr:[6112,6121],knda:[3302,3311],laoo:[3792,3801],limb:[6470,6479],mlym:[3430,3439],mong:[6160,6169],mymr:[4160,4169],orya:[2918,2927],tamldec:[3046,3055],telu:[3174,3183],thai:[3664,3673],tibt:[3872,3881]},Ue=Ve.hanidec.replace(/[\[|\]]/g,``).split(``);function We(e){let t=parseInt(e,10);if(isNaN(t)){t=``;for(let n=0;n<e.length;n++){let r=e.charCodeAt(n);if(e[n].search(Ve.hanidec)!==-1)t+=Ue.indexOf(e[n]);else for(let e in He){let[n,i]=He[e];r>=n&&r<=i&&(t+=r-n)}}return parseInt(t,10)}return t}let Ge=new Map;function M(){Ge.clear()}function Ke({numberingSystem:e},t=``){let n=e||`latn`,r=Ge.get(n);r===void 0&&(r=new Map,Ge.set(n,r));let i=r.get(t);return i===void 0&&(i=RegExp(`${Ve[n]}${t}`),r.set(t,i)),i}let qe=()=>Date.now(),Je=`system`,Ye=null,Xe=null,N=null,Ze=60,P,Qe=null;var F=class{static get now(){return qe}static set now(e){qe=e}static set defaultZone(e){Je=e}static get defaultZone(){return Be(Je,ae.instance)}static get defaultLocale(){return Ye}static set defaultLocale(e){Ye=e}static get defaultNumberingSystem(){return Xe}static set defaultNumberingSystem(e){Xe=e}static get defaultOutputCalendar(){return N}static set defaultOutputCalendar(e){N=e}static get defaultWeekSettings(){return Qe}static set defaultWeekSettings(e){Qe=Et(e)}static get twoDigitCutoffYear(){return Ze}static set twoDigitCutoffYear(e){Ze=e%100}static get throwOnInvalid(){return P}static set throwOnInvalid(e){P=e}static resetCaches(){j.resetCache(),fe.resetCache(),$.resetCache(),M()}},$e=class{constructor(e,t){this.reason=e,this.explanation=t}toMessage(){return this.explanation?`${this.reason}: ${this.explanation}`:this.reason}};let et=[0,31,59,90,120,151,181,212,243,273,304,334],tt=[0,31,60,91,121,152,182,213,244,274,305,335];function nt(e,t){return new $e(`unit out of range`,`you specified ${t} (of type ${typeof t}) as a ${e}, which is invalid`)}function rt(e,t,n){let r=new Date(Date.UTC(e,t-1,n));e<100&&e>=0&&r.setUTCFullYear(r.getUTCFullYear()-1900);let i=r.getUTCDay();return i===0?7:i}function it(e,t,n){return n+(Nt(e)?tt:et)[t-1]}function at(e,t){let n=Nt(e)?tt:et,r=n.findIndex(e=>e<t),i=t-n[r];return{month:r+1,day:i}}function ot(e,t){return(e-t+7)%7+1}function st(e,t=4,n=1){let{year:r,month:i,day:a}=e,o=it(r,i,a),s=ot(rt(r,i,a),n),c=Math.floor((o-s+14-t)/7),l;return c<1?(l=r-1,c=Rt(l,t,n)):c>Rt(r,t,n)?(l=r+1,c=1):l=r,{weekYear:l,weekNumber:c,weekday:s,...Gt(e)}}function ct(e,t=4,n=1){let{weekYear:r,weekNumber:i,weekday:a}=e,o=ot(rt(r,1,t),n),s=Pt(r),c=i*7+a-o-7+t,l;c<1?(l=r-1,c+=Pt(l)):c>s?(l=r+1,c-=Pt(r)):l=r;let{month:u,day:d}=at(l,c);return{year:l,month:u,day:d,...Gt(e)}}function lt(e){let{year:t,month:n,day:r}=e;return{year:t,ordinal:it(t,n,r),...Gt(e)}}function ut(e){let{year:t,ordinal:n}=e,{month:r,day:i}=at(t,n);return{year:t,month:r,day:i,...Gt(e)}}function dt(e,t){if(!I(e.localWeekday)||!I(e.localWeekNumber)||!I(e.localWeekYear)){if(!I(e.weekday)||!I(e.weekNumber)||!I(e.weekYear))throw new a(`Cannot mix locale-based week fields with ISO-based week fields`);return I(e.localWeekday)||(e.weekday=e.localWeekday),I(e.localWeekNumber)||(e.weekNumber=e.localWeekNumber),I(e.localWeekYear)||(e.weekYear=e.localWeekYear),delete e.localWeekday,delete e.localWeekNumber,delete e.localWeekYear,{minDaysInFirstWeek:t.getMinDaysInFirstWeek(),startOfWeek:t.getStartOfWeek()}}return{minDaysInFirstWeek:4,startOfWeek:1}}function ft(e,t=4,n=1){let r=_t(e.weekYear),i=Dt(e.weekNumber,1,Rt(e.weekYear,t,n)),a=Dt(e.weekday,1,7);return r?i?!a&&nt(`weekday`,e.weekday):nt(`week`,e.weekNumber):nt(`weekYear`,e.weekYear)}function pt(e){let t=_t(e.year),n=Dt(e.ordinal,1,Pt(e.year));return t?!n&&nt(`ordinal`,e.ordinal):nt(`year`,e.year)}function mt(e){let t=_t(e.year),n=Dt(e.month,1,12),r=Dt(e.day,1,Ft(e.year,e.month));return t?n?!r&&nt(`day`,e.day):nt(`month`,e.month):nt(`year`,e.year)}function ht(e){let{hour:t,minute:n,second:r,millisecond:i}=e,a=Dt(t,0,23)||t===24&&n===0&&r===0&&i===0,o=Dt(n,0,59),s=Dt(r,0,59),c=Dt(i,0,999);return a?o?s?!c&&nt(`millisecond`,i):nt(`second`,r):nt(`minute`,n):nt(`hour`,t)}function I(e){return e===void 0}function gt(e){return typeof e==`number`}function _t(e){return typeof e==`number`&&e%1==0}function vt(e){return typeof e==`string`}function yt(e){return Object.prototype.toString.call(e)===`[object Date]`}function bt(){try{return typeof Intl<`u`&&!!Intl.RelativeTimeFormat}catch{return!1}}function xt(){try{return typeof Intl<`u`&&!!Intl.Locale&&(`weekInfo`in Intl.Locale.prototype||`getWeekInfo`in Intl.Locale.prototype)}catch{return!1}}function St(e){return Array.isArray(e)?e:[e]}function Ct(e,t,n){if(e.length!==0)return e.reduce((e,r)=>{let i=[t(r),r];return e&&n(e[0],i[0])===e[0]?e:i},null)[1]}function wt(e,t){return t.reduce((t,n)=>(t[n]=e[n],t),{})}function Tt(e,t){return Object.prototype.hasOwnProperty.call(e,t)}function Et(e){if(e==null)return null;if(typeof e!=`object`)throw new s(`Week settings must be an object`);if(!Dt(e.firstDay,1,7)||!Dt(e.minimalDays,1,7)||!Array.isArray(e.weekend)||e.weekend.some(e=>!Dt(e,1,7)))throw new s(`Invalid week settings`);return{firstDay:e.firstDay,minimalDays:e.minimalDays,weekend:Array.from(e.weekend)}}function Dt(e,t,n){return _t(e)&&e>=t&&e<=n}function Ot(e,t){return e-t*Math.floor(e/t)}function L(e,t=2){let n=e<0,r;return r=n?`-`+(``+-e).padStart(t,`0`):(``+e).padStart(t,`0`),r}function kt(e){if(!(I(e)||e===null||e===``))return parseInt(e,10)}function At(e){if(!(I(e)||e===null||e===``))return parseFloat(e)}function jt(e){if(!(I(e)||e===null||e===``)){let t=parseFloat(`0.`+e)*1e3;return Math.floor(t)}}function Mt(e,t,n=`round`){let r=10**t;switch(n){case`expand`:return e>0?Math.ceil(e*r)/r:Math.floor(e*r)/r;case`trunc`:return Math.trunc(e*r)/r;case`round`:return Math.round(e*r)/r;case`floor`:return Math.floor(e*r)/r;case`ceil`:return Math.ceil(e*r)/r;default:throw RangeError(`Value rounding ${n} is out of range`)}}function Nt(e){return e%4==0&&(e%100!=0||e%400==0)}function Pt(e){return Nt(e)?366:365}function Ft(e,t){let n=Ot(t-1,12)+1,r=e+(t-n)/12;return n===2?Nt(r)?29:28:[31,null,31,30,31,30,31,31,30,31,30,31][n-1]}function It(e){let t=Date.UTC(e.year,e.month-1,e.day,e.hour,e.minute,e.second,e.millisecond);return e.year<100&&e.year>=0&&(t=new Date(t),t.setUTCFullYear(e.year,e.month-1,e.day)),+t}function Lt(e,t,n){return-ot(rt(e,1,t),n)+t-1}function Rt(e,t=4,n=1){let r=Lt(e,t,n),i=Lt(e+1,t,n);return(Pt(e)-r+i)/7}function zt(e){return e>99?e:e>F.twoDigitCutoffYear?1900+e:2e3+e}function Bt(e,t,n,r=null){let i=new Date(e),a={hourCycle:`h23`,year:`numeric`,month:`2-digit`,day:`2-digit`,hour:`2-digit`,minute:`2-digit`};r&&(a.timeZone=r);let o={timeZoneName:t,...a},s=new Intl.DateTimeFormat(n,o).formatToParts(i).find(e=>e.type.toLowerCase()===`timezonename`);return s?s.value:null}function Vt(e,t){let n=parseInt(e,10);Number.isNaN(n)&&(n=0);let r=parseInt(t,10)||0,i=n<0||Object.is(n,-0)?-r:r;return n*60+i}function Ht(e){let t=Number(e);if(typeof e==`boolean`||e===``||!Number.isFinite(t))throw new s(`Invalid unit value ${e}`);return t}function Ut(e,t){let n={};for(let r in e)if(Tt(e,r)){let i=e[r];if(i==null)continue;n[t(r)]=Ht(i)}return n}function Wt(e,t){let n=Math.trunc(Math.abs(e/60)),r=Math.trunc(Math.abs(e%60)),i=e>=0?`+`:`-`;switch(t){case`short`:return`${i}${L(n,2)}:${L(r,2)}`;case`narrow`:return`${i}${n}${r>0?`:${r}`:``}`;case`techie`:return`${i}${L(n,2)}${L(r,2)}`;default:throw RangeError(`Value format ${t} is out of range for property format`)}}function Gt(e){return wt(e,[`hour`,`minute`,`second`,`millisecond`])}let Kt=[`January`,`February`,`March`,`April`,`May`,`June`,`July`,`August`,`September`,`October`,`November`,`December`],qt=[`Jan`,`Feb`,`Mar`,`Apr`,`May`,`Jun`,`Jul`,`Aug`,`Sep`,`Oct`,`Nov`,`Dec`],Jt=[`J`,`F`,`M`,`A`,`M`,`J`,`J`,`A`,`S`,`O`,`N`,`D`];function Yt(e){switch(e){case`narrow`:return[...Jt];case`short`:return[...qt];case`long`:return[...Kt];case`numeric`:return[`1`,`2`,`3`,`4`,`5`,`6`,`7`,`8`,`9`,`10`,`11`,`12`];case`2-digit`:return[`01`,`02`,`03`,`04`,`05`,`06`,`07`,`08`,`09`,`10`,`11`,`12`];default:return null}}let Xt=[`Monday`,`Tuesday`,`Wednesday`,`Thursday`,`Friday`,`Saturday`,`Sunday`],Zt=[`Mon`,`Tue`,`Wed`,`Thu`,`Fri`,`Sat`,`Sun`],Qt=[`M`,`T`,`W`,`T`,`F`,`S`,`S`];function $t(e){switch(e){case`narrow`:return[...Qt];case`short`:return[...Zt];case`long`:return[...Xt];case`numeric`:return[`1`,`2`,`3`,`4`,`5`,`6`,`7`];default:return null}}let en=[`AM`,`PM`],tn=[`Before Christ`,`Anno Domini`],nn=[`BC`,`AD`],rn=[`B`,`A`];function an(e){switch(e){case`narrow`:return[...rn];case`short`:return[...nn];case`long`:return[...tn];default:return null}}function on(e){return en[e.hour<12?0:1]}function sn(e,t){return $t(t)[e.weekday-1]}function cn(e,t){return Yt(t)[e.month-1]}function ln(e,t){return an(t)[e.year<0?0:1]}function un(e,t,n=`always`,r=!1){let i={years:[`year`,`yr.`],quarters:[`quarter`,`qtr.`],months:[`month`,`mo.`],weeks:[`week`,`wk.`],days:[`day`,`day`,`days`],hours:[`hour`,`hr.`],minutes:[`minute`,`min.`],seconds:[`second`,`sec.`]},a=[`hours`,`minutes`,`seconds`].indexOf(e)===-1;if(n===`auto`&&a){let n=e===`days`;switch(t){case 1:return n?`tomorrow`:`next ${i[e][0]}`;case-1:return n?`yesterday`:`last ${i[e][0]}`;case 0:return n?`today`:`this ${i[e][0]}`}}let o=Object.is(t,-0)||t<0,s=Math.abs(t),c=s===1,l=i[e],u=r?c?l[1]:l[2]||l[1]:c?i[e][0]:e;return o?`${s} ${u} ago`:`in ${s} ${u}`}function dn(e,t){let n=``;for(let r of e)r.literal?n+=r.val:n+=t(r.val);return n}let fn={D:f,DD:p,DDD:h,DDDD:g,t:_,tt:v,ttt:y,tttt:b,T:x,TT:S,TTT:ee,TTTT:C,f:w,ff:te,fff:O,ffff:ne,F:T,FF:E,FFF:k,FFFF:re};var pn=class e{static create(t,n={}){return new e(t,n)}static parseFormat(e){let t=null,n=``,r=!1,i=[];for(let a=0;a<e.length;a++){let o=e.charAt(a);o===`'`?((n.length>0||r)&&i.push({literal:r||/^\s+$/.test(n),val:n===``?`'`:n}),t=null,n=``,r=!r):r||o===t?n+=o:(n.length>0&&i.push({literal:/^\s+$/.test(n),val:n}),n=o,t=o)}return n.length>0&&i.push({literal:r||/^\s+$/.test(n),val:n}),i}static macroTokenToFormatOpts(e){return fn[e]}constructor(e,t){this.opts=t,this.loc=e,this.systemLoc=null}formatWithSystemDefault(e,t){return this.systemLoc===null&&(this.systemLoc=this.loc.redefaultToSystem()),this.systemLoc.dtFormatter(e,{...this.opts,...t}).format()}dtFormatter(e,t={}){return this.loc.dtFormatter(e,{...this.opts,...t})}formatDateTime(e,t){return this.dtFormatter(e,t).format()}formatDateTimeParts(e,t){return this.dtFormatter(e,t).formatToParts()}formatInterval(e,t){return this.dtFormatter(e.start,t).dtf.formatRange(e.start.toJSDate(),e.end.toJSDate())}resolvedOptions(e,t){return this.dtFormatter(e,t).resolvedOptions()}num(e,t=0,n=void 0){if(this.opts.forceSimple)return L(e,t);let r={...this.opts};return t>0&&(r.padTo=t),n&&(r.signDisplay=n),this.loc.numberFormatter(r).format(e)}formatDateTimeFromString(t,n){let r=this.loc.listingMode()===`en`,i=this.loc.outputCalendar&&this.loc.outputCalendar!==`gregory`,a=(e,n)=>this.loc.extract(t,e,n),o=e=>t.isOffsetFixed&&t.offset===0&&e.allowZ?`Z`:t.isValid?t.zone.formatOffset(t.ts,e.format):``,s=()=>r?on(t):a({hour:`numeric`,hourCycle:`h12`},`dayperiod`),c=(e,n)=>r?cn(t,e):a(n?{month:e}:{month:e,day:`numeric`},`month`),l=(e,n)=>r?sn(t,e):a(n?{weekday:e}:{weekday:e,month:`long`,day:`numeric`},`weekday`),u=n=>{let r=e.macroTokenToFormatOpts(n);return r?this.formatWithSystemDefault(t,r):n},d=e=>r?ln(t,e):a({era:e},`era`);return dn(e.parseFormat(n),e=>{switch(e){case`S`:return this.num(t.millisecond);case`u`:case`SSS`:return this.num(t.millisecond,3);case`s`:return this.num(t.second);case`ss`:return this.num(t.second,2);case`uu`:return this.num(Math.floor(t.millisecond/10),2);case`uuu`:return this.num(Math.floor(t.millisecond/100));case`m`:return this.num(t.minute);case`mm`:return this.num(t.minute,2);case`h`:return this.num(t.hour%12==0?12:t.hour%12);case`hh`:return this.num(t.hour%12==0?12:t.hour%12,2);case`H`:return this.num(t.hour);case`HH`:return this.num(t.hour,2);case`Z`:return o({format:`narrow`,allowZ:this.opts.allowZ});case`ZZ`:return o({format:`short`,allowZ:this.opts.allowZ});case`ZZZ`:return o({format:`techie`,allowZ:this.opts.allowZ});case`ZZZZ`:return t.zone.offsetName(t.ts,{format:`short`,locale:this.loc.locale});case`ZZZZZ`:return t.zone.offsetName(t.ts,{format:`long`,locale:this.loc.locale});case`z`:return t.zoneName;case`a`:return s();case`d`:return i?a({day:`numeric`},`day`):this.num(t.day);case`dd`:return i?a({day:`2-digit`},`day`):this.num(t.day,2);case`c`:return this.num(t.weekday);case`ccc`:return l(`short`,!0);case`cccc`:return l(`long`,!0);case`ccccc`:return l(`narrow`,!0);case`E`:return this.num(t.weekday);case`EEE`:return l(`short`,!1);case`EEEE`:return l(`long`,!1);case`EEEEE`:return l(`narrow`,!1);case`L`:return i?a({month:`numeric`,day:`numeric`},`month`):this.num(t.month);case`LL`:return i?a({month:`2-digit`,day:`numeric`},`month`):this.num(t.month,2);case`LLL`:return c(`short`,!0);case`LLLL`:return c(`long`,!0);case`LLLLL`:return c(`narrow`,!0);case`M`:return i?a({month:`numeric`},`month`):this.num(t.month);case`MM`:return i?a({month:`2-digit`},`month`):this.num(t.month,2);case`MMM`:return c(`short`,!1);case`MMMM`:return c(`long`,!1);case`MMMMM`:return c(`narrow`,!1);case`y`:return i?a({year:`numeric`},`year`):this.num(t.year);case`yy`:return i?a({year:`2-digit`},`year`):this.num(t.year.toString().slice(-2),2);case`yyyy`:return i?a({year:`numeric`},`year`):this.num(t.year,4);case`yyyyyy`:return i?a({year:`numeric`},`year`):this.num(t.year,6);case`G`:return d(`short`);case`GG`:return d(`long`);case`GGGGG`:return d(`narrow`);case`kk`:return this.num(t.weekYear.toString().slice(-2),2);case`kkkk`:return this.num(t.weekYear,4);case`W`:return this.num(t.weekNumber);case`WW`:return this.num(t.weekNumber,2);case`n`:return this.num(t.localWeekNumber);case`nn`:return this.num(t.localWeekNumber,2);case`ii`:return this.num(t.localWeekYear.toString().slice(-2),2);case`iiii`:return this.num(t.localWeekYear,4);case`o`:return this.num(t.ordinal);case`ooo`:return this.num(t.ordinal,3);case`q`:return this.num(t.quarter);case`qq`:return this.num(t.quarter,2);case`X`:return this.num(Math.floor(t.ts/1e3));case`x`:return this.num(t.ts);default:return u(e)}})}formatDurationFromString(t,n){let r=this.opts.signMode===`negativeLargestOnly`?-1:1,i=e=>{switch(e[0]){case`S`:return`milliseconds`;case`s`:return`seconds`;case`m`:return`minutes`;case`h`:return`hours`;case`d`:return`days`;case`w`:return`weeks`;case`M`:return`months`;case`y`:return`years`;default:return null}},a=(e,t)=>n=>{let a=i(n);if(a){let i=t.isNegativeDuration&&a!==t.largestUnit?r:1,o;return o=this.opts.signMode===`negativeLargestOnly`&&a!==t.largestUnit?`never`:this.opts.signMode===`all`?`always`:`auto`,this.num(e.get(a)*i,n.length,o)}return n},o=e.parseFormat(n),s=o.reduce((e,{literal:t,val:n})=>t?e:e.concat(n),[]),c=t.shiftTo(...s.map(i).filter(e=>e));return dn(o,a(c,{isNegativeDuration:c<0,largestUnit:Object.keys(c.values)[0]}))}};let mn=/[A-Za-z_+-]{1,256}(?::?\/[A-Za-z0-9_+-]{1,256}(?:\/[A-Za-z0-9_+-]{1,256})?)?/;function hn(...e){let t=e.reduce((e,t)=>e+t.source,``);return RegExp(`^${t}$`)}function gn(...e){return t=>e.reduce(([e,n,r],i)=>{let[a,o,s]=i(t,r);return[{...e,...a},o||n,s]},[{},null,1]).slice(0,2)}function _n(e,...t){if(e==null)return[null,null];for(let[n,r]of t){let t=n.exec(e);if(t)return r(t)}return[null,null]}function vn(...e){return(t,n)=>{let r={},i=0;for(;i<e.length;i++)r[e[i]]=kt(t[n+i]);return[r,null,n+i]}}let yn=/(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)/,bn=`(?:${yn.source}?(?:\\[(${mn.source})\\])?)?`,xn=/(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,30}))?)?)?/,Sn=RegExp(`${xn.source}${bn}`),Cn=RegExp(`(?:[Tt]${Sn.source})?`),wn=/([+-]\d{6}|\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?/,Tn=/(\d{4})-?W(\d\d)(?:-?(\d))?/,En=/(\d{4})-?(\d{3})/,Dn=vn(`weekYear`,`weekNumber`,`weekDay`),R=vn(`year`,`ordinal`),z=/(\d{4})-(\d\d)-(\d\d)/,B=RegExp(`${xn.source} ?(?:${yn.source}|(${mn.source}))?`),On=RegExp(`(?: ${B.source})?`);function kn(e,t,n){let r=e[t];return I(r)?n:kt(r)}function An(e,t){return[{year:kn(e,t),month:kn(e,t+1,1),day:kn(e,t+2,1)},null,t+3]}function V(e,t){return[{hours:kn(e,t,0),minutes:kn(e,t+1,0),seconds:kn(e,t+2,0),milliseconds:jt(e[t+3])},null,t+4]}function H(e,t){let n=!e[t]&&!e[t+1],r=Vt(e[t+1],e[t+2]);return[{},n?null:Re.instance(r),t+3]}function jn(e,t){return[{},e[t]?fe.create(e[t]):null,t+1]}let Mn=RegExp(`^T?${xn.source}$`),Nn=/^-?P(?:(?:(-?\d{1,20}(?:\.\d{1,20})?)Y)?(?:(-?\d{1,20}(?:\.\d{1,20})?)M)?(?:(-?\d{1,20}(?:\.\d{1,20})?)W)?(?:(-?\d{1,20}(?:\.\d{1,20})?)D)?(?:T(?:(-?\d{1,20}(?:\.\d{1,20})?)H)?(?:(-?\d{1,20}(?:\.\d{1,20})?)M)?(?:(-?\d{1,20})(?:[.,](-?\d{1,20}))?S)?)?)$/;function Pn(e){let[t,n,r,i,a,o,s,c,l]=e,u=t[0]===`-`,d=c&&c[0]===`-`,f=(e,t=!1)=>e!==void 0&&(t||e&&u)?-e:e;return[{years:f(At(n)),months:f(At(r)),weeks:f(At(i)),days:f(At(a)),hours:f(At(o)),minutes:f(At(s)),seconds:f(At(c),c===`-0`),milliseconds:f(jt(l),d)}]}let Fn={GMT:0,EDT:-240,EST:-300,CDT:-300,CST:-360,MDT:-360,MST:-420,PDT:-420,PST:-480};function In(e,t,n,r,i,a,o){let s={year:t.length===2?zt(kt(t)):kt(t),month:qt.indexOf(n)+1,day:kt(r),hour:kt(i),minute:kt(a)};return o&&(s.second=kt(o)),e&&(s.weekday=e.length>3?Xt.indexOf(e)+1:Zt.indexOf(e)+1),s}let U=/^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun),\s)?(\d{1,2})\s(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s(\d{2,4})\s(\d\d):(\d\d)(?::(\d\d))?\s(?:(UT|GMT|[ECMP][SD]T)|([Zz])|(?:([+-]\d\d)(\d\d)))$/;function Ln(e){let[,t,n,r,i,a,o,s,c,l,u,d]=e,f=In(t,i,r,n,a,o,s),p;return p=c?Fn[c]:l?0:Vt(u,d),[f,new Re(p)]}function Rn(e){return e.replace(/\([^()]*\)|[\n\t]/g,` `).replace(/(\s\s+)/g,` `).trim()}let zn=/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/,Bn=/^(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday), (\d\d)-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/,Vn=/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ( \d|\d\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;function Hn(e){let[,t,n,r,i,a,o,s]=e;return[In(t,i,r,n,a,o,s),Re.utcInstance]}function Un(e){let[,t,n,r,i,a,o,s]=e;return[In(t,s,n,r,i,a,o),Re.utcInstance]}let Wn=hn(wn,Cn),Gn=hn(Tn,Cn),Kn=hn(En,Cn),W=hn(Sn),qn=gn(An,V,H,jn),Jn=gn(Dn,V,H,jn),Yn=gn(R,V,H,jn),Xn=gn(V,H,jn);function Zn(e){return _n(e,[Wn,qn],[Gn,Jn],[Kn,Yn],[W,Xn])}function Qn(e){return _n(Rn(e),[U,Ln])}function $n(e){return _n(e,[zn,Hn],[Bn,Hn],[Vn,Un])}function er(e){return _n(e,[Nn,Pn])}let tr=gn(V);function nr(e){return _n(e,[Mn,tr])}let rr=hn(z,On),ir=hn(B),ar=gn(V,H,jn);function or(e){return _n(e,[rr,qn],[ir,ar])}let sr=`Invalid Duration`,cr={weeks:{days:7,hours:168,minutes:10080,seconds:604800,milliseconds:6048e5},days:{hours:24,minutes:1440,seconds:86400,milliseconds:864e5},hours:{minutes:60,seconds:3600,milliseconds:36e5},minutes:{seconds:60,milliseconds:6e4},seconds:{milliseconds:1e3}},lr={years:{quarters:4,months:12,weeks:52,days:365,hours:8760,minutes:525600,seconds:31536e3,milliseconds:31536e6},quarters:{months:3,weeks:13,days:91,hours:2184,minutes:131040,seconds:7862400,milliseconds:78624e5},months:{weeks:4,days:30,hours:720,minutes:43200,seconds:2592e3,milliseconds:2592e6},...cr},ur=146097/400,dr=146097/4800,fr={years:{quarters:4,months:12,weeks:ur/7,days:ur,hours:ur*24,minutes:ur*24*60,seconds:ur*24*60*60,milliseconds:ur*24*60*60*1e3},quarters:{months:3,weeks:ur/28,days:ur/4,hours:ur*24/4,minutes:ur*24*60/4,seconds:ur*24*60*60/4,milliseconds:ur*24*60*60*1e3/4},months:{weeks:dr/7,days:dr,hours:dr*24,minutes:dr*24*60,seconds:dr*24*60*60,milliseconds:dr*24*60*60*1e3},...cr},pr=[`years`,`quarters`,`months`,`weeks`,`days`,`hours`,`minutes`,`seconds`,`milliseconds`],mr=pr.slice(0).reverse();function hr(e,t,n=!1){return new G({values:n?t.values:{...e.values,...t.values||{}},loc:e.loc.clone(t.loc),conversionAccuracy:t.conversionAccuracy||e.conversionAccuracy,matrix:t.matrix||e.matrix})}function gr(e,t){let n=t.milliseconds??0;for(let r of mr.slice(1))t[r]&&(n+=t[r]*e[r].milliseconds);return n}function _r(e,t){let n=gr(e,t)<0?-1:1;pr.reduceRight((r,i)=>{if(I(t[i]))return r;if(r){let a=t[r]*n,o=e[i][r],s=Math.floor(a/o);t[i]+=s*n,t[r]-=s*o*n}return i},null),pr.reduce((n,r)=>{if(I(t[r]))return n;if(n){let i=t[n]%1;t[n]-=i,t[r]+=i*e[n][r]}return r},null)}function vr(e){let t={};for(let[n,r]of Object.entries(e))r!==0&&(t[n]=r);return t}var G=class e{constructor(e){let t=e.conversionAccuracy===`longterm`||!1,n=t?fr:lr;e.matrix&&(n=e.matrix),this.values=e.values,this.loc=e.loc||j.create(),this.conversionAccuracy=t?`longterm`:`casual`,this.invalid=e.invalid||null,this.matrix=n,this.isLuxonDuration=!0}static fromMillis(t,n){return e.fromObject({milliseconds:t},n)}static fromObject(t,n={}){if(typeof t!=`object`||!t)throw new s(`Duration.fromObject: argument expected to be an object, got ${t===null?`null`:typeof t}`);return new e({values:Ut(t,e.normalizeUnit),loc:j.fromObject(n),conversionAccuracy:n.conversionAccuracy,matrix:n.matrix})}static fromDurationLike(t){if(gt(t))return e.fromMillis(t);if(e.isDuration(t))return t;if(typeof t==`object`)return e.fromObject(t);throw new s(`Unknown duration argument ${t} of type ${typeof t}`)}static fromISO(t,n){let[r]=er(t);return r?e.fromObject(r,n):e.invalid(`unparsable`,`the input "${t}" can't be parsed as ISO 8601`)}static fromISOTime(t,n){let[r]=nr(t);return r?e.fromObject(r,n):e.invalid(`unparsable`,`the input "${t}" can't be parsed as ISO 8601`)}static invalid(t,n=null){if(!t)throw new s(`need to specify a reason the Duration is invalid`);let r=t instanceof $e?t:new $e(t,n);if(F.throwOnInvalid)throw new i(r);return new e({invalid:r})}static normalizeUnit(e){let t={year:`years`,years:`years`,quarter:`quarters`,quarters:`quarters`,month:`months`,months:`months`,week:`weeks`,weeks:`weeks`,day:`days`,days:`days`,hour:`hours`,hours:`hours`,minute:`minutes`,minutes:`minutes`,second:`seconds`,seconds:`seconds`,millisecond:`milliseconds`,milliseconds:`milliseconds`}[e&&e.toLowerCase()];if(!t)throw new o(e);return t}static isDuration(e){return e&&e.isLuxonDuration||!1}get locale(){return this.isValid?this.loc.locale:null}get numberingSystem(){return this.isValid?this.loc.numberingSystem:null}toFormat(e,t={}){let n={...t,floor:t.round!==!1&&t.floor!==!1};return this.isValid?pn.create(this.loc,n).formatDurationFromString(this,e):sr}toHuman(e={}){if(!this.isValid)return sr;let t=e.showZeros!==!1,n=pr.map(n=>{let r=this.values[n];return I(r)||r===0&&!t?null:this.loc.numberFormatter({style:`unit`,unitDisplay:`long`,...e,unit:n.slice(0,-1)}).format(r)}).filter(e=>e);return this.loc.listFormatter({type:`conjunction`,style:e.listStyle||`narrow`,...e}).format(n)}toObject(){return this.isValid?{...this.values}:{}}toISO(){if(!this.isValid)return null;let e=`P`;return this.years!==0&&(e+=this.years+`Y`),(this.months!==0||this.quarters!==0)&&(e+=this.months+this.quarters*3+`M`),this.weeks!==0&&(e+=this.weeks+`W`),this.days!==0&&(e+=this.days+`D`),(this.hours!==0||this.minutes!==0||this.seconds!==0||this.milliseconds!==0)&&(e+=`T`),this.hours!==0&&(e+=this.hours+`H`),this.minutes!==0&&(e+=this.minutes+`M`),(this.seconds!==0||this.milliseconds!==0)&&(e+=Mt(this.seconds+this.milliseconds/1e3,3)+`S`),e===`P`&&(e+=`T0S`),e}toISOTime(e={}){if(!this.isValid)return null;let t=this.toMillis();return t<0||t>=864e5?null:(e={suppressMilliseconds:!1,suppressSeconds:!1,includePrefix:!1,format:`extended`,...e,includeOffset:!1},$.fromMillis(t,{zone:`UTC`}).toISOTime(e))}toJSON(){return this.toISO()}toString(){return this.toISO()}[Symbol.for(`nodejs.util.inspect.custom`)](){return this.isValid?`Duration { values: ${JSON.stringify(this.values)} }`:`Duration { Invalid, reason: ${this.invalidReason} }`}toMillis(){return this.isValid?gr(this.matrix,this.values):NaN}valueOf(){return this.toMillis()}plus(t){if(!this.isValid)return this;let n=e.fromDurationLike(t),r={};for(let e of pr)(Tt(n.values,e)||Tt(this.values,e))&&(r[e]=n.get(e)+this.get(e));return hr(this,{values:r},!0)}minus(t){if(!this.isValid)return this;let n=e.fromDurationLike(t);return this.plus(n.negate())}mapUnits(e){if(!this.isValid)return this;let t={};for(let n of Object.keys(this.values))t[n]=Ht(e(this.values[n],n));return hr(this,{values:t},!0)}get(t){return this[e.normalizeUnit(t)]}set(t){if(!this.isValid)return this;let n={...this.values,...Ut(t,e.normalizeUnit)};return hr(this,{values:n})}reconfigure({locale:e,numberingSystem:t,conversionAccuracy:n,matrix:r}={}){let i={loc:this.loc.clone({locale:e,numberingSystem:t}),matrix:r,conversionAccuracy:n};return hr(this,i)}as(e){return this.isValid?this.shiftTo(e).get(e):NaN}normalize(){if(!this.isValid)return this;let e=this.toObject();return _r(this.matrix,e),hr(this,{values:e},!0)}rescale(){if(!this.isValid)return this;let e=vr(this.normalize().shiftToAll().toObject());return hr(this,{values:e},!0)}shiftTo(...t){if(!this.isValid||t.length===0)return this;t=t.map(t=>e.normalizeUnit(t));let n={},r={},i=this.toObject(),a;for(let e of pr)if(t.indexOf(e)>=0){a=e;let t=0;for(let n in r)t+=this.matrix[n][e]*r[n],r[n]=0;gt(i[e])&&(t+=i[e]);let o=Math.trunc(t);n[e]=o,r[e]=(t*1e3-o*1e3)/1e3}else gt(i[e])&&(r[e]=i[e]);for(let e in r)r[e]!==0&&(n[a]+=e===a?r[e]:r[e]/this.matrix[a][e]);return _r(this.matrix,n),hr(this,{values:n},!0)}shiftToAll(){return this.isValid?this.shiftTo(`years`,`months`,`weeks`,`days`,`hours`,`minutes`,`seconds`,`milliseconds`):this}negate(){if(!this.isValid)return this;let e={};for(let t of Object.keys(this.values))e[t]=this.values[t]===0?0:-this.values[t];return hr(this,{values:e},!0)}removeZeros(){if(!this.isValid)return this;let e=vr(this.values);return hr(this,{values:e},!0)}get years(){return this.isValid?this.values.years||0:NaN}get quarters(){return this.isValid?this.values.quarters||0:NaN}get months(){return this.isValid?this.values.months||0:NaN}get weeks(){return this.isValid?this.values.weeks||0:NaN}get days(){return this.isValid?this.values.days||0:NaN}get hours(){return this.isValid?this.values.hours||0:NaN}get minutes(){return this.isValid?this.values.minutes||0:NaN}get seconds(){return this.isValid?this.values.seconds||0:NaN}get milliseconds(){return this.isValid?this.values.milliseconds||0:NaN}get isValid(){return this.invalid===null}get invalidReason(){return this.invalid?this.invalid.reason:null}get invalidExplanation(){return this.invalid?this.invalid.explanation:null}equals(e){if(!this.isValid||!e.isValid||!this.loc.equals(e.loc))return!1;function t(e,t){return e===void 0||e===0?t===void 0||t===0:e===t}for(let n of pr)if(!t(this.values[n],e.values[n]))return!1;return!0}};let yr=`Invalid Interval`;function br(e,t){return!e||!e.isValid?xr.invalid(`missing or invalid start`):!t||!t.isValid?xr.invalid(`missing or invalid end`):t<e?xr.invalid(`end before start`,`The end of an interval must be after its start, but you had start=${e.toISO()} and end=${t.toISO()}`):null}var xr=class e{constructor(e){this.s=e.start,this.e=e.end,this.invalid=e.invalid||null,this.isLuxonInterval=!0}static invalid(t,n=null){if(!t)throw new s(`need to specify a reason the Interval is invalid`);let i=t instanceof $e?t:new $e(t,n);if(F.throwOnInvalid)throw new r(i);return new e({invalid:i})}static fromDateTimes(t,n){let r=hi(t),i=hi(n);return br(r,i)??new e({start:r,end:i})}static after(t,n){let r=G.fromDurationLike(n),i=hi(t);return e.fromDateTimes(i,i.plus(r))}static before(t,n){let r=G.fromDurationLike(n),i=hi(t);return e.fromDateTimes(i.minus(r),i)}static fromISO(t,n){let[r,i]=(t||``).split(`/`,2);if(r&&i){let t,a;try{t=$.fromISO(r,n),a=t.isValid}catch{a=!1}let o,s;try{o=$.fromISO(i,n),s=o.isValid}catch{s=!1}if(a&&s)return e.fromDateTimes(t,o);if(a){let r=G.fromISO(i,n);if(r.isValid)return e.after(t,r)}else if(s){let t=G.fromISO(r,n);if(t.isValid)return e.before(o,t)}}return e.invalid(`unparsable`,`the input "${t}" can't be parsed as ISO 8601`)}static isInterval(e){return e&&e.isLuxonInterval||!1}get start(){return this.isValid?this.s:null}get end(){return this.isValid?this.e:null}get lastDateTime(){return this.isValid&&this.e?this.e.minus(1):null}get isValid(){return this.invalidReason===null}get invalidReason(){return this.invalid?this.invalid.reason:null}get invalidExplanation(){return this.invalid?this.invalid.explanation:null}length(e=`milliseconds`){return this.isValid?this.toDuration(e).get(e):NaN}count(e=`milliseconds`,t){if(!this.isValid)return NaN;let n=this.start.startOf(e,t),r;return r=t!=null&&t.useLocaleWeeks?this.end.reconfigure({locale:n.locale}):this.end,r=r.startOf(e,t),Math.floor(r.diff(n,e).get(e))+(r.valueOf()!==this.end.valueOf())}hasSame(e){return this.isValid?this.isEmpty()||this.e.minus(1).hasSame(this.s,e):!1}isEmpty(){return this.s.valueOf()===this.e.valueOf()}isAfter(e){return this.isValid?this.s>e:!1}isBefore(e){return this.isValid?this.e<=e:!1}contains(e){return this.isValid?this.s<=e&&this.e>e:!1}set({start:t,end:n}={}){return this.isValid?e.fromDateTimes(t||this.s,n||this.e):this}splitAt(...t){if(!this.isValid)return[];let n=t.map(hi).filter(e=>this.contains(e)).sort((e,t)=>e.toMillis()-t.toMillis()),r=[],{s:i}=this,a=0;for(;i<this.e;){let t=n[a]||this.e,o=+t>+this.e?this.e:t;r.push(e.fromDateTimes(i,o)),i=o,a+=1}return r}splitBy(t){let n=G.fromDurationLike(t);if(!this.isValid||!n.isValid||n.as(`milliseconds`)===0)return[];let{s:r}=this,i=1,a,o=[];for(;r<this.e;){let t=this.start.plus(n.mapUnits(e=>e*i));a=+t>+this.e?this.e:t,o.push(e.fromDateTimes(r,a)),r=a,i+=1}return o}divideEqually(e){return this.isValid?this.splitBy(this.length()/e).slice(0,e):[]}overlaps(e){return this.e>e.s&&this.s<e.e}abutsStart(e){return this.isValid?+this.e==+e.s:!1}abutsEnd(e){return this.isValid?+e.e==+this.s:!1}engulfs(e){return this.isValid?this.s<=e.s&&this.e>=e.e:!1}equals(e){return!this.isValid||!e.isValid?!1:this.s.equals(e.s)&&this.e.equals(e.e)}intersection(t){if(!this.isValid)return this;let n=this.s>t.s?this.s:t.s,r=this.e<t.e?this.e:t.e;return n>=r?null:e.fromDateTimes(n,r)}union(t){if(!this.isValid)return this;let n=this.s<t.s?this.s:t.s,r=this.e>t.e?this.e:t.e;return e.fromDateTimes(n,r)}static merge(e){let[t,n]=e.sort((e,t)=>e.s-t.s).reduce(([e,t],n)=>t?t.overlaps(n)||t.abutsStart(n)?[e,t.union(n)]:[e.concat([t]),n]:[e,n],[[],null]);return n&&t.push(n),t}static xor(t){let n=null,r=0,i=[],a=t.map(e=>[{time:e.s,type:`s`},{time:e.e,type:`e`}]),o=Array.prototype.concat(...a).sort((e,t)=>e.time-t.time);for(let t of o)r+=t.type===`s`?1:-1,r===1?n=t.time:(n&&+n!=+t.time&&i.push(e.fromDateTimes(n,t.time)),n=null);return e.merge(i)}difference(...t){return e.xor([this].concat(t)).map(e=>this.intersection(e)).filter(e=>e&&!e.isEmpty())}toString(){return this.isValid?`[${this.s.toISO()} – ${this.e.toISO()})`:yr}[Symbol.for(`nodejs.util.inspect.custom`)](){return this.isValid?`Interval { start: ${this.s.toISO()}, end: ${this.e.toISO()} }`:`Interval { Invalid, reason: ${this.invalidReason} }`}toLocaleString(e=f,t={}){return this.isValid?pn.create(this.s.loc.clone(t),e).formatInterval(this):yr}toISO(e){return this.isValid?`${this.s.toISO(e)}/${this.e.toISO(e)}`:yr}toISODate(){return this.isValid?`${this.s.toISODate()}/${this.e.toISODate()}`:yr}toISOTime(e){return this.isValid?`${this.s.toISOTime(e)}/${this.e.toISOTime(e)}`:yr}toFormat(e,{separator:t=` – `}={}){return this.isValid?`${this.s.toFormat(e)}${t}${this.e.toFormat(e)}`:yr}toDuration(e,t){return this.isValid?this.e.diff(this.s,e,t):G.invalid(this.invalidReason)}mapEndpoints(t){return e.fromDateTimes(t(this.s),t(this.e))}},Sr=class{static hasDST(e=F.defaultZone){let t=$.now().setZone(e).set({month:12});return!e.isUniversal&&t.offset!==t.set({month:6}).offset}static isValidIANAZone(e){return fe.isValidZone(e)}static normalizeZone(e){return Be(e,F.defaultZone)}static getStartOfWeek({locale:e=null,locObj:t=null}={}){return(t||j.create(e)).getStartOfWeek()}static getMinimumDaysInFirstWeek({locale:e=null,locObj:t=null}={}){return(t||j.create(e)).getMinDaysInFirstWeek()}static getWeekendWeekdays({locale:e=null,locObj:t=null}={}){return(t||j.create(e)).getWeekendDays().slice()}static months(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null,outputCalendar:i=`gregory`}={}){return(r||j.create(t,n,i)).months(e)}static monthsFormat(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null,outputCalendar:i=`gregory`}={}){return(r||j.create(t,n,i)).months(e,!0)}static weekdays(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null}={}){return(r||j.create(t,n,null)).weekdays(e)}static weekdaysFormat(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null}={}){return(r||j.create(t,n,null)).weekdays(e,!0)}static meridiems({locale:e=null}={}){return j.create(e).meridiems()}static eras(e=`short`,{locale:t=null}={}){return j.create(t,null,`gregory`).eras(e)}static features(){return{relative:bt(),localeWeek:xt()}}};function Cr(e,t){let n=e=>e.toUTC(0,{keepLocalTime:!0}).startOf(`day`).valueOf(),r=n(t)-n(e);return Math.floor(G.fromMillis(r).as(`days`))}function wr(e,t,n){let r=[[`years`,(e,t)=>t.year-e.year],[`quarters`,(e,t)=>t.quarter-e.quarter+(t.year-e.year)*4],[`months`,(e,t)=>t.month-e.month+(t.year-e.year)*12],[`weeks`,(e,t)=>{let n=Cr(e,t);return(n-n%7)/7}],[`days`,Cr]],i={},a=e,o,s;for(let[c,l]of r)n.indexOf(c)>=0&&(o=c,i[c]=l(e,t),s=a.plus(i),s>t?(i[c]--,e=a.plus(i),e>t&&(s=e,i[c]--,e=a.plus(i))):e=s);return[e,i,s,o]}function Tr(e,t,n,r){let[i,a,o,s]=wr(e,t,n),c=t-i,l=n.filter(e=>[`hours`,`minutes`,`seconds`,`milliseconds`].indexOf(e)>=0);l.length===0&&(o<t&&(o=i.plus({[s]:1})),o!==i&&(a[s]=(a[s]||0)+c/(o-i)));let u=G.fromObject(a,r);return l.length>0?G.fromMillis(c,r).shiftTo(...l).plus(u):u}function K(e,t=e=>e){return{regex:e,deser:([e])=>t(We(e))}}let Er=`[ \xA0]`,Dr=RegExp(Er,`g`);function q(e){return e.replace(/\./g,`\\.?`).replace(Dr,Er)}function Or(e){return e.replace(/\./g,``).replace(Dr,` `).toLowerCase()}function J(e,t){return e===null?null:{regex:RegExp(e.map(q).join(`|`)),deser:([n])=>e.findIndex(e=>Or(n)===Or(e))+t}}function Y(e,t){return{regex:e,deser:([,e,t])=>Vt(e,t),groups:t}}function X(e){return{regex:e,deser:([e])=>e}}function Z(e){return e.replace(/[\-\[\]{}()*+?.,\\\^$|#\s]/g,`\\$&`)}function kr(e,t){let n=Ke(t),r=Ke(t,`{2}`),i=Ke(t,`{3}`),a=Ke(t,`{4}`),o=Ke(t,`{6}`),s=Ke(t,`{1,2}`),c=Ke(t,`{1,3}`),l=Ke(t,`{1,6}`),u=Ke(t,`{1,9}`),d=Ke(t,`{2,4}`),f=Ke(t,`{4,6}`),p=e=>({regex:RegExp(Z(e.val)),deser:([e])=>e,literal:!0}),m=(m=>{if(e.literal)return p(m);switch(m.val){case`G`:return J(t.eras(`short`),0);case`GG`:return J(t.eras(`long`),0);case`y`:return K(l);case`yy`:return K(d,zt);case`yyyy`:return K(a);case`yyyyy`:return K(f);case`yyyyyy`:return K(o);case`M`:return K(s);case`MM`:return K(r);case`MMM`:return J(t.months(`short`,!0),1);case`MMMM`:return J(t.months(`long`,!0),1);case`L`:return K(s);case`LL`:return K(r);case`LLL`:return J(t.months(`short`,!1),1);case`LLLL`:return J(t.months(`long`,!1),1);case`d`:return K(s);case`dd`:return K(r);case`o`:return K(c);case`ooo`:return K(i);case`HH`:return K(r);case`H`:return K(s);case`hh`:return K(r);case`h`:return K(s);case`mm`:return K(r);case`m`:return K(s);case`q`:return K(s);case`qq`:return K(r);case`s`:return K(s);case`ss`:return K(r);case`S`:return K(c);case`SSS`:return K(i);case`u`:return X(u);case`uu`:return X(s);case`uuu`:return K(n);case`a`:return J(t.meridiems(),0);case`kkkk`:return K(a);case`kk`:return K(d,zt);case`W`:return K(s);case`WW`:return K(r);case`E`:case`c`:return K(n);case`EEE`:return J(t.weekdays(`short`,!1),1);case`EEEE`:return J(t.weekdays(`long`,!1),1);case`ccc`:return J(t.weekdays(`short`,!0),1);case`cccc`:return J(t.weekdays(`long`,!0),1);case`Z`:case`ZZ`:return Y(RegExp(`([+-]${s.source})(?::(${r.source}))?`),2);case`ZZZ`:return Y(RegExp(`([+-]${s.source})(${r.source})?`),2);case`z`:return X(/[a-z_+-/]{1,256}?/i);case` `:return X(/[^\S\n\r]/);default:return p(m)}})(e)||{invalidReason:`missing Intl.DateTimeFormat.formatToParts support`};return m.token=e,m}let Ar={year:{"2-digit":`yy`,numeric:`yyyyy`},month:{numeric:`M`,"2-digit":`MM`,short:`MMM`,long:`MMMM`},day:{numeric:`d`,"2-digit":`dd`},weekday:{short:`EEE`,long:`EEEE`},dayperiod:`a`,dayPeriod:`a`,hour12:{numeric:`h`,"2-digit":`hh`},hour24:{numeric:`H`,"2-digit":`HH`},minute:{numeric:`m`,"2-digit":`mm`},second:{numeric:`s`,"2-digit":`ss`},timeZoneName:{long:`ZZZZZ`,short:`ZZZ`}};function jr(e,t,n){let{type:r,value:i}=e;if(r===`literal`){let e=/^\s+$/.test(i);return{literal:!e,val:e?` `:i}}let a=t[r],o=r;r===`hour`&&(o=t.hour12==null?t.hourCycle==null?n.hour12?`hour12`:`hour24`:t.hourCycle===`h11`||t.hourCycle===`h12`?`hour12`:`hour24`:t.hour12?`hour12`:`hour24`);let s=Ar[o];if(typeof s==`object`&&(s=s[a]),s)return{literal:!1,val:s}}function Mr(e){return[`^${e.map(e=>e.regex).reduce((e,t)=>`${e}(${t.source})`,``)}$`,e]}function Nr(e,t,n){let r=e.match(t);if(r){let e={},t=1;for(let i in n)if(Tt(n,i)){let a=n[i],o=a.groups?a.groups+1:1;!a.literal&&a.token&&(e[a.token.val[0]]=a.deser(r.slice(t,t+o))),t+=o}return[r,e]}return[r,{}]}function Pr(e){let t=e=>{switch(e){case`S`:return`millisecond`;case`s`:return`second`;case`m`:return`minute`;case`h`:case`H`:return`hour`;case`d`:return`day`;case`o`:return`ordinal`;case`L`:case`M`:return`month`;case`y`:return`year`;case`E`:case`c`:return`weekday`;case`W`:return`weekNumber`;case`k`:return`weekYear`;case`q`:return`quarter`;default:return null}},n=null,r;return I(e.z)||(n=fe.create(e.z)),I(e.Z)||(n||=new Re(e.Z),r=e.Z),I(e.q)||(e.M=(e.q-1)*3+1),I(e.h)||(e.h<12&&e.a===1?e.h+=12:e.h===12&&e.a===0&&(e.h=0)),e.G===0&&e.y&&(e.y=-e.y),I(e.u)||(e.S=jt(e.u)),[Object.keys(e).reduce((n,r)=>{let i=t(r);return i&&(n[i]=e[r]),n},{}),n,r]}let Fr=null;function Ir(){return Fr||=$.fromMillis(1555555555555),Fr}function Lr(e,t){if(e.literal)return e;let n=Hr(pn.macroTokenToFormatOpts(e.val),t);return n==null||n.includes(void 0)?e:n}function Rr(e,t){return Array.prototype.concat(...e.map(e=>Lr(e,t)))}var zr=class{constructor(e,t){if(this.locale=e,this.format=t,this.tokens=Rr(pn.parseFormat(t),e),this.units=this.tokens.map(t=>kr(t,e)),this.disqualifyingUnit=this.units.find(e=>e.invalidReason),!this.disqualifyingUnit){let[e,t]=Mr(this.units);this.regex=RegExp(e,`i`),this.handlers=t}}explainFromTokens(e){if(this.isValid){let[t,n]=Nr(e,this.regex,this.handlers),[r,i,o]=n?Pr(n):[null,null,void 0];if(Tt(n,`a`)&&Tt(n,`H`))throw new a(`Can't include meridiem when specifying 24-hour format`);return{input:e,tokens:this.tokens,regex:this.regex,rawMatches:t,matches:n,result:r,zone:i,specificOffset:o}}return{input:e,tokens:this.tokens,invalidReason:this.invalidReason}}get isValid(){return!this.disqualifyingUnit}get invalidReason(){return this.disqualifyingUnit?this.disqualifyingUnit.invalidReason:null}};function Br(e,t,n){return new zr(e,n).explainFromTokens(t)}function Vr(e,t,n){let{result:r,zone:i,specificOffset:a,invalidReason:o}=Br(e,t,n);return[r,i,a,o]}function Hr(e,t){if(!e)return null;let n=pn.create(t,e).dtFormatter(Ir()),r=n.formatToParts(),i=n.resolvedOptions();return r.map(t=>jr(t,e,i))}let Ur=`Invalid DateTime`;function Wr(e){return new $e(`unsupported zone`,`the zone "${e.name}" is not supported`)}function Gr(e){return e.weekData===null&&(e.weekData=st(e.c)),e.weekData}function Kr(e){return e.localWeekData===null&&(e.localWeekData=st(e.c,e.loc.getMinDaysInFirstWeek(),e.loc.getStartOfWeek())),e.localWeekData}function qr(e,t){let n={ts:e.ts,zone:e.zone,c:e.c,o:e.o,loc:e.loc,invalid:e.invalid};return new $({...n,...t,old:n})}function Jr(e,t,n){let r=e-t*60*1e3,i=n.offset(r);if(t===i)return[r,t];r-=(i-t)*60*1e3;let a=n.offset(r);return i===a?[r,i]:[e-Math.min(i,a)*60*1e3,Math.max(i,a)]}function Yr(e,t){e+=t*60*1e3;let n=new Date(e);return{year:n.getUTCFullYear(),month:n.getUTCMonth()+1,day:n.getUTCDate(),hour:n.getUTCHours(),minute:n.getUTCMinutes(),second:n.getUTCSeconds(),millisecond:n.getUTCMilliseconds()}}function Q(e,t,n){return Jr(It(e),t,n)}function Xr(e,t){let n=e.o,r=e.c.year+Math.trunc(t.years),i=e.c.month+Math.trunc(t.months)+Math.trunc(t.quarters)*3,a={...e.c,year:r,month:i,day:Math.min(e.c.day,Ft(r,i))+Math.trunc(t.days)+Math.trunc(t.weeks)*7},o=G.fromObject({years:t.years-Math.trunc(t.years),quarters:t.quarters-Math.trunc(t.quarters),months:t.months-Math.trunc(t.months),weeks:t.weeks-Math.trunc(t.weeks),days:t.days-Math.trunc(t.days),hours:t.hours,minutes:t.minutes,seconds:t.seconds,milliseconds:t.milliseconds}).as(`milliseconds`),[s,c]=Jr(It(a),n,e.zone);return o!==0&&(s+=o,c=e.zone.offset(s)),{ts:s,o:c}}function Zr(e,t,n,r,i,a){let{setZone:o,zone:s}=n;if(e&&Object.keys(e).length!==0||t){let r=t||s,i=$.fromObject(e,{...n,zone:r,specificOffset:a});return o?i:i.setZone(s)}return $.invalid(new $e(`unparsable`,`the input "${i}" can't be parsed as ${r}`))}function Qr(e,t,n=!0){return e.isValid?pn.create(j.create(`en-US`),{allowZ:n,forceSimple:!0}).formatDateTimeFromString(e,t):null}function $r(e,t,n){let r=e.c.year>9999||e.c.year<0,i=``;if(r&&e.c.year>=0&&(i+=`+`),i+=L(e.c.year,r?6:4),n===`year`)return i;if(t){if(i+=`-`,i+=L(e.c.month),n===`month`)return i;i+=`-`}else if(i+=L(e.c.month),n===`month`)return i;return i+=L(e.c.day),i}function ei(e,t,n,r,i,a,o){let s=!n||e.c.millisecond!==0||e.c.second!==0,c=``;switch(o){case`day`:case`month`:case`year`:break;default:if(c+=L(e.c.hour),o===`hour`)break;if(t){if(c+=`:`,c+=L(e.c.minute),o===`minute`)break;s&&(c+=`:`,c+=L(e.c.second))}else{if(c+=L(e.c.minute),o===`minute`)break;s&&(c+=L(e.c.second))}if(o===`second`)break;s&&(!r||e.c.millisecond!==0)&&(c+=`.`,c+=L(e.c.millisecond,3))}return i&&(e.isOffsetFixed&&e.offset===0&&!a?c+=`Z`:e.o<0?(c+=`-`,c+=L(Math.trunc(-e.o/60)),c+=`:`,c+=L(Math.trunc(-e.o%60))):(c+=`+`,c+=L(Math.trunc(e.o/60)),c+=`:`,c+=L(Math.trunc(e.o%60)))),a&&(c+=`[`+e.zone.ianaName+`]`),c}let ti={month:1,day:1,hour:0,minute:0,second:0,millisecond:0},ni={weekNumber:1,weekday:1,hour:0,minute:0,second:0,millisecond:0},ri={ordinal:1,hour:0,minute:0,second:0,millisecond:0},ii=[`year`,`month`,`day`,`hour`,`minute`,`second`,`millisecond`],ai=[`weekYear`,`weekNumber`,`weekday`,`hour`,`minute`,`second`,`millisecond`],oi=[`year`,`ordinal`,`hour`,`minute`,`second`,`millisecond`];function si(e){let t={year:`year`,years:`year`,month:`month`,months:`month`,day:`day`,days:`day`,hour:`hour`,hours:`hour`,minute:`minute`,minutes:`minute`,quarter:`quarter`,quarters:`quarter`,second:`second`,seconds:`second`,millisecond:`millisecond`,milliseconds:`millisecond`,weekday:`weekday`,weekdays:`weekday`,weeknumber:`weekNumber`,weeksnumber:`weekNumber`,weeknumbers:`weekNumber`,weekyear:`weekYear`,weekyears:`weekYear`,ordinal:`ordinal`}[e.toLowerCase()];if(!t)throw new o(e);return t}function ci(e){switch(e.toLowerCase()){case`localweekday`:case`localweekdays`:return`localWeekday`;case`localweeknumber`:case`localweeknumbers`:return`localWeekNumber`;case`localweekyear`:case`localweekyears`:return`localWeekYear`;default:return si(e)}}function li(e){if(pi===void 0&&(pi=F.now()),e.type!==`iana`)return e.offset(pi);let t=e.name,n=mi.get(t);return n===void 0&&(n=e.offset(pi),mi.set(t,n)),n}function ui(e,t){let n=Be(t.zone,F.defaultZone);if(!n.isValid)return $.invalid(Wr(n));let r=j.fromObject(t),i,a;if(I(e.year))i=F.now();else{for(let t of ii)I(e[t])&&(e[t]=ti[t]);let t=mt(e)||ht(e);if(t)return $.invalid(t);let r=li(n);[i,a]=Q(e,r,n)}return new $({ts:i,zone:n,loc:r,o:a})}function di(e,t,n){let r=I(n.round)?!0:n.round,i=I(n.rounding)?`trunc`:n.rounding,a=(e,a)=>(e=Mt(e,r||n.calendary?0:2,n.calendary?`round`:i),t.loc.clone(n).relFormatter(n).format(e,a)),o=r=>n.calendary?t.hasSame(e,r)?0:t.startOf(r).diff(e.startOf(r),r).get(r):t.diff(e,r).get(r);if(n.unit)return a(o(n.unit),n.unit);for(let e of n.units){let t=o(e);if(Math.abs(t)>=1)return a(t,e)}return a(e>t?-0:0,n.units[n.units.length-1])}function fi(e){let t={},n;return e.length>0&&typeof e[e.length-1]==`object`?(t=e[e.length-1],n=Array.from(e).slice(0,e.length-1)):n=Array.from(e),[t,n]}let pi,mi=new Map;var $=class e{constructor(e){let t=e.zone||F.defaultZone,n=e.invalid||(Number.isNaN(e.ts)?new $e(`invalid input`):null)||(t.isValid?null:Wr(t));this.ts=I(e.ts)?F.now():e.ts;let r=null,i=null;if(!n){if(e.old&&e.old.ts===this.ts&&e.old.zone.equals(t))[r,i]=[e.old.c,e.old.o];else{let a=gt(e.o)&&!e.old?e.o:t.offset(this.ts);r=Yr(this.ts,a),n=Number.isNaN(r.year)?new $e(`invalid input`):null,r=n?null:r,i=n?null:a}}this._zone=t,this.loc=e.loc||j.create(),this.invalid=n,this.weekData=null,this.localWeekData=null,this.c=r,this.o=i,this.isLuxonDateTime=!0}static now(){return new e({})}static local(){let[e,t]=fi(arguments),[n,r,i,a,o,s,c]=t;return ui({year:n,month:r,day:i,hour:a,minute:o,second:s,millisecond:c},e)}static utc(){let[e,t]=fi(arguments),[n,r,i,a,o,s,c]=t;return e.zone=Re.utcInstance,ui({year:n,month:r,day:i,hour:a,minute:o,second:s,millisecond:c},e)}static fromJSDate(t,n={}){let r=yt(t)?t.valueOf():NaN;if(Number.isNaN(r))return e.invalid(`invalid input`);let i=Be(n.zone,F.defaultZone);return i.isValid?new e({ts:r,zone:i,loc:j.fromObject(n)}):e.invalid(Wr(i))}static fromMillis(t,n={}){if(!gt(t))throw new s(`fromMillis requires a numerical input, but received a ${typeof t} with value ${t}`);return t<-864e13||t>864e13?e.invalid(`Timestamp out of range`):new e({ts:t,zone:Be(n.zone,F.defaultZone),loc:j.fromObject(n)})}static fromSeconds(t,n={}){if(gt(t))return new e({ts:t*1e3,zone:Be(n.zone,F.defaultZone),loc:j.fromObject(n)});throw new s(`fromSeconds requires a numerical input`)}static fromObject(t,n={}){t||={};let r=Be(n.zone,F.defaultZone);if(!r.isValid)return e.invalid(Wr(r));let i=j.fromObject(n),o=Ut(t,ci),{minDaysInFirstWeek:s,startOfWeek:c}=dt(o,i),l=F.now(),u=I(n.specificOffset)?r.offset(l):n.specificOffset,d=!I(o.ordinal),f=!I(o.year),p=!I(o.month)||!I(o.day),m=f||p,h=o.weekYear||o.weekNumber;if((m||d)&&h)throw new a(`Can't mix weekYear/weekNumber units with year/month/day or ordinals`);if(p&&d)throw new a(`Can't mix ordinal dates with month/day`);let g=h||o.weekday&&!m,_,v,y=Yr(l,u);g?(_=ai,v=ni,y=st(y,s,c)):d?(_=oi,v=ri,y=lt(y)):(_=ii,v=ti);let b=!1;for(let e of _){let t=o[e];I(t)?o[e]=b?v[e]:y[e]:b=!0}let x=(g?ft(o,s,c):d?pt(o):mt(o))||ht(o);if(x)return e.invalid(x);let[S,ee]=Q(g?ct(o,s,c):d?ut(o):o,u,r),C=new e({ts:S,zone:r,o:ee,loc:i});return o.weekday&&m&&t.weekday!==C.weekday?e.invalid(`mismatched weekday`,`you can't specify both a weekday of ${o.weekday} and a date of ${C.toISO()}`):C.isValid?C:e.invalid(C.invalid)}static fromISO(e,t={}){let[n,r]=Zn(e);return Zr(n,r,t,`ISO 8601`,e)}static fromRFC2822(e,t={}){let[n,r]=Qn(e);return Zr(n,r,t,`RFC 2822`,e)}static fromHTTP(e,t={}){let[n,r]=$n(e);return Zr(n,r,t,`HTTP`,t)}static fromFormat(t,n,r={}){if(I(t)||I(n))throw new s(`fromFormat requires an input string and a format`);let{locale:i=null,numberingSystem:a=null}=r,[o,c,l,u]=Vr(j.fromOpts({locale:i,numberingSystem:a,defaultToEN:!0}),t,n);return u?e.invalid(u):Zr(o,c,r,`format ${n}`,t,l)}static fromString(t,n,r={}){return e.fromFormat(t,n,r)}static fromSQL(e,t={}){let[n,r]=or(e);return Zr(n,r,t,`SQL`,e)}static invalid(t,r=null){if(!t)throw new s(`need to specify a reason the DateTime is invalid`);let i=t instanceof $e?t:new $e(t,r);if(F.throwOnInvalid)throw new n(i);return new e({invalid:i})}static isDateTime(e){return e&&e.isLuxonDateTime||!1}static parseFormatForOpts(e,t={}){let n=Hr(e,j.fromObject(t));return n?n.map(e=>e?e.val:null).join(``):null}static expandFormat(e,t={}){return Rr(pn.parseFormat(e),j.fromObject(t)).map(e=>e.val).join(``)}static resetCache(){pi=void 0,mi.clear()}get(e){return this[e]}get isValid(){return this.invalid===null}get invalidReason(){return this.invalid?this.invalid.reason:null}get invalidExplanation(){return this.invalid?this.invalid.explanation:null}get locale(){return this.isValid?this.loc.locale:null}get numberingSystem(){return this.isValid?this.loc.numberingSystem:null}get outputCalendar(){return this.isValid?this.loc.outputCalendar:null}get zone(){return this._zone}get zoneName(){return this.isValid?this.zone.name:null}get year(){return this.isValid?this.c.year:NaN}get quarter(){return this.isValid?Math.ceil(this.c.month/3):NaN}get month(){return this.isValid?this.c.month:NaN}get day(){return this.isValid?this.c.day:NaN}get hour(){return this.isValid?this.c.hour:NaN}get minute(){return this.isValid?this.c.minute:NaN}get second(){return this.isValid?this.c.second:NaN}get millisecond(){return this.isValid?this.c.millisecond:NaN}get weekYear(){return this.isValid?Gr(this).weekYear:NaN}get weekNumber(){return this.isValid?Gr(this).weekNumber:NaN}get weekday(){return this.isValid?Gr(this).weekday:NaN}get isWeekend(){return this.isValid&&this.loc.getWeekendDays().includes(this.weekday)}get localWeekday(){return this.isValid?Kr(this).weekday:NaN}get localWeekNumber(){return this.isValid?Kr(this).weekNumber:NaN}get localWeekYear(){return this.isValid?Kr(this).weekYear:NaN}get ordinal(){return this.isValid?lt(this.c).ordinal:NaN}get monthShort(){return this.isValid?Sr.months(`short`,{locObj:this.loc})[this.month-1]:null}get monthLong(){return this.isValid?Sr.months(`long`,{locObj:this.loc})[this.month-1]:null}get weekdayShort(){return this.isValid?Sr.weekdays(`short`,{locObj:this.loc})[this.weekday-1]:null}get weekdayLong(){return this.isValid?Sr.weekdays(`long`,{locObj:this.loc})[this.weekday-1]:null}get offset(){return this.isValid?+this.o:NaN}get offsetNameShort(){return this.isValid?this.zone.offsetName(this.ts,{format:`short`,locale:this.locale}):null}get offsetNameLong(){return this.isValid?this.zone.offsetName(this.ts,{format:`long`,locale:this.locale}):null}get isOffsetFixed(){return this.isValid?this.zone.isUniversal:null}get isInDST(){return this.isOffsetFixed?!1:this.offset>this.set({month:1,day:1}).offset||this.offset>this.set({month:5}).offset}getPossibleOffsets(){if(!this.isValid||this.isOffsetFixed)return[this];let e=864e5,t=6e4,n=It(this.c),r=this.zone.offset(n-e),i=this.zone.offset(n+e),a=this.zone.offset(n-r*t),o=this.zone.offset(n-i*t);if(a===o)return[this];let s=n-a*t,c=n-o*t,l=Yr(s,a),u=Yr(c,o);return l.hour===u.hour&&l.minute===u.minute&&l.second===u.second&&l.millisecond===u.millisecond?[qr(this,{ts:s}),qr(this,{ts:c})]:[this]}get isInLeapYear(){return Nt(this.year)}get daysInMonth(){return Ft(this.year,this.month)}get daysInYear(){return this.isValid?Pt(this.year):NaN}get weeksInWeekYear(){return this.isValid?Rt(this.weekYear):NaN}get weeksInLocalWeekYear(){return this.isValid?Rt(this.localWeekYear,this.loc.getMinDaysInFirstWeek(),this.loc.getStartOfWeek()):NaN}resolvedLocaleOptions(e={}){let{locale:t,numberingSystem:n,calendar:r}=pn.create(this.loc.clone(e),e).resolvedOptions(this);return{locale:t,numberingSystem:n,outputCalendar:r}}toUTC(e=0,t={}){return this.setZone(Re.instance(e),t)}toLocal(){return this.setZone(F.defaultZone)}setZone(t,{keepLocalTime:n=!1,keepCalendarTime:r=!1}={}){if(t=Be(t,F.defaultZone),t.equals(this.zone))return this;if(t.isValid){let e=this.ts;if(n||r){let n=t.offset(this.ts),r=this.toObject();[e]=Q(r,n,t)}return qr(this,{ts:e,zone:t})}return e.invalid(Wr(t))}reconfigure({locale:e,numberingSystem:t,outputCalendar:n}={}){let r=this.loc.clone({locale:e,numberingSystem:t,outputCalendar:n});return qr(this,{loc:r})}setLocale(e){return this.reconfigure({locale:e})}set(e){if(!this.isValid)return this;let t=Ut(e,ci),{minDaysInFirstWeek:n,startOfWeek:r}=dt(t,this.loc),i=!I(t.weekYear)||!I(t.weekNumber)||!I(t.weekday),o=!I(t.ordinal),s=!I(t.year),c=!I(t.month)||!I(t.day),l=s||c,u=t.weekYear||t.weekNumber;if((l||o)&&u)throw new a(`Can't mix weekYear/weekNumber units with year/month/day or ordinals`);if(c&&o)throw new a(`Can't mix ordinal dates with month/day`);let d;i?d=ct({...st(this.c,n,r),...t},n,r):I(t.ordinal)?(d={...this.toObject(),...t},I(t.day)&&(d.day=Math.min(Ft(d.year,d.month),d.day))):d=ut({...lt(this.c),...t});let[f,p]=Q(d,this.o,this.zone);return qr(this,{ts:f,o:p})}plus(e){if(!this.isValid)return this;let t=G.fromDurationLike(e);return qr(this,Xr(this,t))}minus(e){if(!this.isValid)return this;let t=G.fromDurationLike(e).negate();return qr(this,Xr(this,t))}startOf(e,{useLocaleWeeks:t=!1}={}){if(!this.isValid)return this;let n={},r=G.normalizeUnit(e);switch(r){case`years`:n.month=1;case`quarters`:case`months`:n.day=1;case`weeks`:case`days`:n.hour=0;case`hours`:n.minute=0;case`minutes`:n.second=0;case`seconds`:n.millisecond=0}if(r===`weeks`){if(t){let e=this.loc.getStartOfWeek(),{weekday:t}=this;t<e&&(n.weekNumber=this.weekNumber-1),n.weekday=e}else n.weekday=1}return r===`quarters`&&(n.month=(Math.ceil(this.month/3)-1)*3+1),this.set(n)}endOf(e,t){return this.isValid?this.plus({[e]:1}).startOf(e,t).minus(1):this}toFormat(e,t={}){return this.isValid?pn.create(this.loc.redefaultToEN(t)).formatDateTimeFromString(this,e):Ur}toLocaleString(e=f,t={}){return this.isValid?pn.create(this.loc.clone(t),e).formatDateTime(this):Ur}toLocaleParts(e={}){return this.isValid?pn.create(this.loc.clone(e),e).formatDateTimeParts(this):[]}toISO({format:e=`extended`,suppressSeconds:t=!1,suppressMilliseconds:n=!1,includeOffset:r=!0,extendedZone:i=!1,precision:a=`milliseconds`}={}){if(!this.isValid)return null;a=si(a);let o=e===`extended`,s=$r(this,o,a);return ii.indexOf(a)>=3&&(s+=`T`),s+=ei(this,o,t,n,r,i,a),s}toISODate({format:e=`extended`,precision:t=`day`}={}){return this.isValid?$r(this,e===`extended`,si(t)):null}toISOWeekDate(){return Qr(this,`kkkk-'W'WW-c`)}toISOTime({suppressMilliseconds:e=!1,suppressSeconds:t=!1,includeOffset:n=!0,includePrefix:r=!1,extendedZone:i=!1,format:a=`extended`,precision:o=`milliseconds`}={}){return this.isValid?(o=si(o),(r&&ii.indexOf(o)>=3?`T`:``)+ei(this,a===`extended`,t,e,n,i,o)):null}toRFC2822(){return Qr(this,`EEE, dd LLL yyyy HH:mm:ss ZZZ`,!1)}toHTTP(){return Qr(this.toUTC(),`EEE, dd LLL yyyy HH:mm:ss 'GMT'`)}toSQLDate(){return this.isValid?$r(this,!0):null}toSQLTime({includeOffset:e=!0,includeZone:t=!1,includeOffsetSpace:n=!0}={}){let r=`HH:mm:ss.SSS`;return(t||e)&&(n&&(r+=` `),t?r+=`z`:e&&(r+=`ZZ`)),Qr(this,r,!0)}toSQL(e={}){return this.isValid?`${this.toSQLDate()} ${this.toSQLTime(e)}`:null}toString(){return this.isValid?this.toISO():Ur}[Symbol.for(`nodejs.util.inspect.custom`)](){return this.isValid?`DateTime { ts: ${this.toISO()}, zone: ${this.zone.name}, locale: ${this.locale} }`:`DateTime { Invalid, reason: ${this.invalidReason} }`}valueOf(){return this.toMillis()}toMillis(){return this.isValid?this.ts:NaN}toSeconds(){return this.isValid?this.ts/1e3:NaN}toUnixInteger(){return this.isValid?Math.floor(this.ts/1e3):NaN}toJSON(){return this.toISO()}toBSON(){return this.toJSDate()}toObject(e={}){if(!this.isValid)return{};let t={...this.c};return e.includeConfig&&(t.outputCalendar=this.outputCalendar,t.numberingSystem=this.loc.numberingSystem,t.locale=this.loc.locale),t}toJSDate(){return new Date(this.isValid?this.ts:NaN)}diff(e,t=`milliseconds`,n={}){if(!this.isValid||!e.isValid)return G.invalid(`created by diffing an invalid DateTime`);let r={locale:this.locale,numberingSystem:this.numberingSystem,...n},i=St(t).map(G.normalizeUnit),a=e.valueOf()>this.valueOf(),o=Tr(a?this:e,a?e:this,i,r);return a?o.negate():o}diffNow(t=`milliseconds`,n={}){return this.diff(e.now(),t,n)}until(e){return this.isValid?xr.fromDateTimes(this,e):this}hasSame(e,t,n){if(!this.isValid)return!1;let r=e.valueOf(),i=this.setZone(e.zone,{keepLocalTime:!0});return i.startOf(t,n)<=r&&r<=i.endOf(t,n)}equals(e){return this.isValid&&e.isValid&&this.valueOf()===e.valueOf()&&this.zone.equals(e.zone)&&this.loc.equals(e.loc)}toRelative(t={}){if(!this.isValid)return null;let n=t.base||e.fromObject({},{zone:this.zone}),r=t.padding?this<n?-t.padding:t.padding:0,i=[`years`,`months`,`days`,`hours`,`minutes`,`seconds`],a=t.unit;return Array.isArray(t.unit)&&(i=t.unit,a=void 0),di(n,this.plus(r),{...t,numeric:`always`,units:i,unit:a})}toRelativeCalendar(t={}){return this.isValid?di(t.base||e.fromObject({},{zone:this.zone}),this,{...t,numeric:`auto`,units:[`years`,`months`,`days`],calendary:!0}):null}static min(...t){if(!t.every(e.isDateTime))throw new s(`min requires all arguments be DateTimes`);return Ct(t,e=>e.valueOf(),Math.min)}static max(...t){if(!t.every(e.isDateTime))throw new s(`max requires all arguments be DateTimes`);return Ct(t,e=>e.valueOf(),Math.max)}static fromFormatExplain(e,t,n={}){let{locale:r=null,numberingSystem:i=null}=n;return Br(j.fromOpts({locale:r,numberingSystem:i,defaultToEN:!0}),e,t)}static fromStringExplain(t,n,r={}){return e.fromFormatExplain(t,n,r)}static buildFormatParser(e,t={}){let{locale:n=null,numberingSystem:r=null}=t;return new zr(j.fromOpts({locale:n,numberingSystem:r,defaultToEN:!0}),e)}static fromFormatParser(t,n,r={}){if(I(t)||I(n))throw new s(`fromFormatParser requires an input string and a format parser`);let{locale:i=null,numberingSystem:a=null}=r,o=j.fromOpts({locale:i,numberingSystem:a,defaultToEN:!0});if(!o.equals(n.locale))throw new s(`fromFormatParser called with a locale of ${o}, but the format parser was created for ${n.locale}`);let{result:c,zone:l,specificOffset:u,invalidReason:d}=n.explainFromTokens(t);return d?e.invalid(d):Zr(c,l,r,`format ${n.format}`,t,u)}static get DATE_SHORT(){return f}static get DATE_MED(){return p}static get DATE_MED_WITH_WEEKDAY(){return m}static get DATE_FULL(){return h}static get DATE_HUGE(){return g}static get TIME_SIMPLE(){return _}static get TIME_WITH_SECONDS(){return v}static get TIME_WITH_SHORT_OFFSET(){return y}static get TIME_WITH_LONG_OFFSET(){return b}static get TIME_24_SIMPLE(){return x}static get TIME_24_WITH_SECONDS(){return S}static get TIME_24_WITH_SHORT_OFFSET(){return ee}static get TIME_24_WITH_LONG_OFFSET(){return C}static get DATETIME_SHORT(){return w}static get DATETIME_SHORT_WITH_SECONDS(){return T}static get DATETIME_MED(){return te}static get DATETIME_MED_WITH_SECONDS(){return E}static get DATETIME_MED_WITH_WEEKDAY(){return D}static get DATETIME_FULL(){return O}static get DATETIME_FULL_WITH_SECONDS(){return k}static get DATETIME_HUGE(){return ne}static get DATETIME_HUGE_WITH_SECONDS(){return re}};function hi(e){if($.isDateTime(e))return e;if(e&&e.valueOf&&gt(e.valueOf()))return $.fromJSDate(e);if(e&&typeof e==`object`)return $.fromObject(e);throw new s(`Unknown datetime argument: ${e}, of type ${typeof e}`)}e.DateTime=$,e.Duration=G,e.FixedOffsetZone=Re,e.IANAZone=fe,e.Info=Sr,e.Interval=xr,e.InvalidZone=ze,e.Settings=F,e.SystemZone=ae,e.VERSION=`3.7.2`,e.Zone=ie})),$a=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronDate=e.DAYS_IN_MONTH=e.DateMathOp=e.TimeUnit=void 0;let t=Qa();var n;(function(e){e.Second=`Second`,e.Minute=`Minute`,e.Hour=`Hour`,e.Day=`Day`,e.Month=`Month`,e.Year=`Year`})(n||(e.TimeUnit=n={}));var r;(function(e){e.Add=`Add`,e.Subtract=`Subtract`})(r||(e.DateMathOp=r={})),e.DAYS_IN_MONTH=Object.freeze([31,29,31,30,31,30,31,31,30,31,30,31]);var i=class i{#e;#t=null;#n=null;#r=null;constructor(e,n){let r={zone:n};if(e?e instanceof i?(this.#e=e.#e,this.#t=e.#t,this.#n=e.#n,this.#r=e.#r):e instanceof Date?this.#e=t.DateTime.fromJSDate(e,r):typeof e==`number`?this.#e=t.DateTime.fromMillis(e,r):(this.#e=t.DateTime.fromISO(e,r),this.#e.isValid||(this.#e=t.DateTime.fromRFC2822(e,r)),this.#e.isValid||(this.#e=t.DateTime.fromSQL(e,r)),this.#e.isValid||(this.#e=t.DateTime.fromFormat(e,`EEE, d MMM yyyy HH:mm:ss`,r)),this.#e.isValid||(this.#e=t.DateTime.fromHTTP(e,r))):this.#e=t.DateTime.local(),!this.#e.isValid)throw Error(`CronDate: unhandled timestamp: ${e}`);n&&n!==this.#e.zoneName&&(this.#e=this.#e.setZone(n))}static#i(e){return e%4==0&&e%100!=0||e%400==0}get dstStart(){return this.#t}get dstStartLandingHour(){return this.#n}clearDstStart(){this.#t=null,this.#n=null}get dstEnd(){return this.#r}set dstEnd(e){this.#r=e}addYear(){this.#e=this.#e.plus({years:1})}addMonth(){this.#e=this.#e.plus({months:1}).startOf(`month`)}addDay(){this.#e=this.#e.plus({days:1}).startOf(`day`)}addHour(){this.#e=this.#e.plus({hours:1}).startOf(`hour`)}addMinute(){this.#e=this.#e.plus({minutes:1}).startOf(`minute`)}addSecond(){this.#e=this.#e.plus({seconds:1})}subtractYear(){this.#e=this.#e.minus({years:1})}subtractMonth(){this.#e=this.#e.minus({months:1}).endOf(`month`).startOf(`second`)}subtractDay(){this.#e=this.#e.minus({days:1}).endOf(`day`).startOf(`second`)}subtractHour(){this.#e=this.#e.minus({hours:1}).endOf(`hour`).startOf(`second`)}subtractMinute(){this.#e=this.#e.minus({minutes:1}).endOf(`minute`).startOf(`second`)}subtractSecond(){this.#e=this.#e.minus({seconds:1})}addUnit(e){switch(e){case n.Year:return this.addYear();case n.Month:return this.addMonth();case n.Day:return this.addDay();case n.Hour:return this.addHour();case n.Minute:return this.addMinute();case n.Second:return this.addSecond()}}subtractUnit(e){switch(e){case n.Year:return this.subtractYear();case n.Month:return this.subtractMonth();case n.Day:return this.subtractDay();case n.Hour:return this.subtractHour();case n.Minute:return this.subtractMinute();case n.Second:return this.subtractSecond()}}invokeDateOperation(e,t){if(e===r.Add)this.addUnit(t);else if(e===r.Subtract)this.subtractUnit(t);else throw Error(`Invalid verb: ${e}`)}getDate(){return this.#e.day}getFullYear(){return this.#e.year}getDay(){let e=this.#e.weekday;return e===7?0:e}getMonth(){return this.#e.month-1}getHours(){return this.#e.hour}getMinutes(){return this.#e.minute}getSeconds(){return this.#e.second}getMilliseconds(){return this.#e.millisecond}getUTCOffset(){return this.#e.offset}setStartOfDay(){this.#e=this.#e.startOf(`day`)}setEndOfDay(){this.#e=this.#e.endOf(`day`)}getTime(){return this.#e.valueOf()}getUTCDate(){return this.#a().day}getUTCFullYear(){return this.#a().year}getUTCDay(){let e=this.#a().weekday;return e===7?0:e}getUTCMonth(){return this.#a().month-1}getUTCHours(){return this.#a().hour}getUTCMinutes(){return this.#a().minute}getUTCSeconds(){return this.#a().second}toISOString(){return this.#e.toUTC().toISO()}toJSON(){return this.#e.toJSON()}setDate(e){this.#e=this.#e.set({day:e})}setFullYear(e){this.#e=this.#e.set({year:e})}setDay(e){this.#e=this.#e.set({weekday:e})}setMonth(e){this.#e=this.#e.set({month:e+1})}setHours(e){this.#e=this.#e.set({hour:e})}setMinutes(e){this.#e=this.#e.set({minute:e})}setSeconds(e){this.#e=this.#e.set({second:e})}setMilliseconds(e){this.#e=this.#e.set({millisecond:e})}toString(){return this.toDate().toString()}toDate(){return this.#e.toJSDate()}isLastDayOfMonth(){let{day:t,month:n}=this.#e;if(n===2){let r=i.#i(this.#e.year);return t===e.DAYS_IN_MONTH[n-1]-+!r}return t===e.DAYS_IN_MONTH[n-1]}isLastWeekdayOfMonth(){let{day:t,month:n}=this.#e,r;return r=n===2?e.DAYS_IN_MONTH[n-1]-+!i.#i(this.#e.year):e.DAYS_IN_MONTH[n-1],t>r-7}applyDateOperation(e,t,i){if(t===n.Month||t===n.Day){this.invokeDateOperation(e,t);return}let a=this.getHours(),o=this.getUTCOffset();this.invokeDateOperation(e,t);let s=this.getHours(),c=(s-a+24)%24;e===r.Add&&this.getUTCOffset()>o&&c>=2?i!==24&&(this.#t=(a+1)%24,this.#n=s):c===0&&this.getMinutes()===0&&this.getSeconds()===0&&i!==24&&(this.dstEnd=s)}#a(){return this.#e.toUTC()}};e.CronDate=i,e.default=i})),eo=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronMonth=void 0;let t=$a(),n=Za(),r=Object.freeze([]);e.CronMonth=class extends n.CronField{static get min(){return 1}static get max(){return 12}static get chars(){return r}static get daysInMonth(){return t.DAYS_IN_MONTH}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),to=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronDayOfMonth=void 0;let t=Za(),n=eo(),r=Object.freeze([`L`]);e.CronDayOfMonth=class e extends t.CronField{static fromMonth(t,r,i){if(t.length!==1)return new e(r,i);let a=n.CronMonth.daysInMonth[t[0]-1],o=r.filter(e=>typeof e!=`number`||e<=a);return new e(o.length>0?o:r,i)}static get min(){return 1}static get max(){return 31}static get chars(){return r}static get validChars(){return/^[?,*\dLH/-]+$|^.*H\(\d+-\d+\)\/\d+.*$|^.*H\(\d+-\d+\).*$|^.*H\/\d+.*$/}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),no=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronDayOfWeek=void 0;let t=Za(),n=Object.freeze([`L`]);e.CronDayOfWeek=class extends t.CronField{static get min(){return 0}static get max(){return 7}static get chars(){return n}static get validChars(){return/^[?,*\dLH#/-]+$|^.*H\(\d+-\d+\)\/\d+.*$|^.*H\(\d+-\d+\).*$|^.*H\/\d+.*$/}constructor(e,t){if(super(e,t),this.validate(),this.values.some(e=>e===`L`))throw Error(`${this.constructor.name} Validation error, unexpected standalone L`)}get values(){return super.values}get nthDay(){return this.options.nthDayOfWeek??0}}})),ro=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronHour=void 0;let t=Za(),n=Object.freeze([]);e.CronHour=class extends t.CronField{static get min(){return 0}static get max(){return 23}static get chars(){return n}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),io=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronMinute=void 0;let t=Za(),n=Object.freeze([]);e.CronMinute=class extends t.CronField{static get min(){return 0}static get max(){return 59}static get chars(){return n}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),ao=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronSecond=void 0;let t=Za(),n=Object.freeze([]);e.CronSecond=class extends t.CronField{static get min(){return 0}static get max(){return 59}static get chars(){return n}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),oo=r(((e,t,n)=>{var r=n&&n.__createBinding||(Object.create?(function(e,t,n,r){r===void 0&&(r=n);var i=Object.getOwnPropertyDescriptor(t,n);(!i||(`get`in i?!t.__esModule:i.writable||i.configurable))&&(i={enumerable:!0,get:function(){return t[n]}}),Object.defineProperty(e,r,i)}):(function(e,t,n,r){r===void 0&&(r=n),e[r]=t[n]})),i=n&&n.__exportStar||function(e,t){for(var n in e)n!=="default"&&!Object.prototype.hasOwnProperty.call(t,n)&&r(t,e,n)};Object.defineProperty(e,"__esModule",{value:!0}),i(Xa(),e),i(to(),e),i(no(),e),i(Za(),e),i(ro(),e),i(io(),e),i(eo(),e),i(ao(),e)})),so=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronFieldCollection=void 0;let t=oo();e.CronFieldCollection=class e{#e;#t;#n;#r;#i;#a;static from(n,r){return new e({second:this.resolveField(t.CronSecond,n.second,r.second),minute:this.resolveField(t.CronMinute,n.minute,r.minute),hour:this.resolveField(t.CronHour,n.hour,r.hour),dayOfMonth:this.resolveField(t.CronDayOfMonth,n.dayOfMonth,r.dayOfMonth),month:this.resolveField(t.CronMonth,n.month,r.month),dayOfWeek:this.resolveField(t.CronDayOfWeek,n.dayOfWeek,r.dayOfWeek)})}static resolveField(e,n,r){return r?r instanceof t.CronField?r:new e(r):n}constructor({second:e,minute:n,hour:r,dayOfMonth:i,month:a,dayOfWeek:o}){if(!e)throw Error(`Validation error, Field second is missing`);if(!n)throw Error(`Validation error, Field minute is missing`);if(!r)throw Error(`Validation error, Field hour is missing`);if(!i)throw Error(`Validation error, Field dayOfMonth is missing`);if(!a)throw Error(`Validation error, Field month is missing`);if(!o)throw Error(`Validation error, Field dayOfWeek is missing`);if(a.values.length===1&&!i.hasLastChar&&o.isWildcard&&!(parseInt(i.values[0],10)<=t.CronMonth.daysInMonth[a.values[0]-1]))throw Error(`Invalid explicit day of month definition`);this.#e=e,this.#t=n,this.#n=r,this.#i=a,this.#a=o,this.#r=i}get second(){return this.#e}get minute(){return this.#t}get hour(){return this.#n}get dayOfMonth(){return this.#r}get month(){return this.#i}get dayOfWeek(){return this.#a}static compactField(e){if(e.length===0)return[];let t=[],n;return e.forEach((e,r,i)=>{if(n===void 0){n={start:e,count:1};return}let a=i[r-1]||n.start,o=i[r+1];if(e===`L`||e===`W`)t.push(n),t.push({start:e,count:1}),n=void 0;else{if(n.step===void 0&&o!==void 0){let t=e-a;if(t<=o-e){n={...n,count:2,end:e,step:t};return}n.step=1}e-(n.end??0)===n.step?(n.count++,n.end=e):(n.count===1?t.push({start:n.start,count:1}):n.count===2?(t.push({start:n.start,count:1}),t.push({start:n.end??a,count:1})):t.push(n),n={start:e,count:1})}}),n&&t.push(n),t}static#o(e,n,r){let i=n.step;return i?i===1&&n.start===e.min&&n.end&&n.end>=r?(e instanceof t.CronDayOfMonth||e instanceof t.CronDayOfWeek)&&!e.isWildcard?null:e.hasQuestionMarkChar?`?`:`*`:i!==1&&n.start===e.min&&n.end&&n.end>=r-i+1?`*/${i}`:null:null}static#s(e){let t=e.step;if(t===1)return`${e.start}-${e.end}`;let n=e.start===0?e.count-1:e.count;if(!t)throw Error(`Unexpected range step`);if(!e.end)throw Error(`Unexpected range end`);if(t*n>e.end){let n=(n,r)=>{if(typeof e.start!=`number`)throw Error(`Unexpected range start`);return r%t===0?e.start+r:null};if(typeof e.start!=`number`)throw Error(`Unexpected range start`);let r={length:e.end-e.start+1};return Array.from(r,n).filter(e=>e!==null).join(`,`)}return`${e.start}-${e.end}/${t}`}stringifyField(n){let r=n.max,i=n.values;if(n instanceof t.CronDayOfWeek){r=6;let e=this.#a.values;i=e[e.length-1]===7?e.slice(0,-1):e}n instanceof t.CronDayOfMonth&&(r=this.#i.values.length===1?t.CronMonth.daysInMonth[this.#i.values[0]-1]:n.max);let a=e.compactField(i);if(a.length===1){let t=e.#o(n,a[0],r);if(t)return t}return a.map(r=>{let i=r.count===1?r.start.toString():e.#s(r);return n instanceof t.CronDayOfWeek&&n.nthDay>0?`${i}#${n.nthDay}`:i}).join(`,`)}stringify(e=!1){let t=[];return e&&t.push(this.stringifyField(this.#e)),t.push(this.stringifyField(this.#t),this.stringifyField(this.#n),this.stringifyField(this.#r),this.stringifyField(this.#i),this.stringifyField(this.#a)),t.join(` `)}serialize(){return{second:this.#e.serialize(),minute:this.#t.serialize(),hour:this.#n.serialize(),dayOfMonth:this.#r.serialize(),month:this.#i.serialize(),dayOfWeek:this.#a.serialize()}}}})),co=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronExpression=e.LOOPS_LIMIT_EXCEEDED_ERROR_MESSAGE=e.TIME_SPAN_OUT_OF_BOUNDS_ERROR_MESSAGE=void 0;let t=$a();e.TIME_SPAN_OUT_OF_BOUNDS_ERROR_MESSAGE=`Out of the time span range`,e.LOOPS_LIMIT_EXCEEDED_ERROR_MESSAGE=`Invalid expression, loop limit exceeded`;let n=1e4;var r=class r{#e;#t;#n;#r;#i;#a;#o=null;#s=!1;constructor(e,n){this.#e=n,this.#t=n.tz,this.#r=n.startDate?new t.CronDate(n.startDate,this.#t):null,this.#i=n.endDate?new t.CronDate(n.endDate,this.#t):null;let r=n.currentDate??n.startDate;if(r){let e=new t.CronDate(r,this.#t);this.#r&&e.getTime()<this.#r.getTime()?r=this.#r:this.#i&&e.getTime()>this.#i.getTime()&&(r=this.#i)}this.#n=new t.CronDate(r,this.#t),this.#a=e}get fields(){return this.#a}static fieldsToExpression(e,t){return new r(e,t||{})}static#c(e,t){return t.some(t=>t===e)}#l(e,t){return e[t?e.length-1:0]}#u(e){let n=`${e.getFullYear()}-${e.getMonth()+1}-${e.getDate()}`;if(this.#o===n)return this.#s;let r=new t.CronDate(e);r.setStartOfDay();let i=new t.CronDate(e);return i.setEndOfDay(),this.#o=n,this.#s=r.getUTCOffset()!==i.getUTCOffset(),this.#s}#d(e,n,r){let i=this.#a.second.values,a=e.getSeconds(),o=this.#a.second.findNearestValue(a,r);o===null?(e.applyDateOperation(n,t.TimeUnit.Minute,this.#a.hour.values.length),e.setSeconds(this.#l(i,r))):e.setSeconds(o)}#f(e,n,r){let i=this.#a.minute.values,a=this.#a.second.values,o=e.getMinutes(),s=this.#a.minute.findNearestValue(o,r);s===null?(e.applyDateOperation(n,t.TimeUnit.Hour,this.#a.hour.values.length),e.setMinutes(this.#l(i,r)),e.setSeconds(this.#l(a,r))):(e.setMinutes(s),e.setSeconds(this.#l(a,r)))}static#p(e,t){if(!t.isLastWeekdayOfMonth())return!1;let n=t.getDay();return e.some(e=>n===parseInt(e.toString().charAt(0),10)%7)}static#m(e,t){return e<=0||Math.ceil(t.getDate()/7)===e}next(){return this.#v()}prev(){return this.#v(!0)}hasNext(){let e=this.#n;try{return this.#v(),!0}catch{return!1}finally{this.#n=e}}hasPrev(){let e=this.#n;try{return this.#v(!0),!0}catch{return!1}finally{this.#n=e}}take(e){let t=[];if(e>=0)for(let n=0;n<e;n++)try{t.push(this.next())}catch{return t}else for(let n=0;n>e;n--)try{t.push(this.prev())}catch{return t}return t}reset(e){this.#n=new t.CronDate(e||this.#e.currentDate,this.#t)}stringify(e=!1){return this.#a.stringify(e)}includesDate(e){let{second:n,minute:r,hour:i,month:a}=this.#a,o=new t.CronDate(e,this.#t);return!(!n.values.includes(o.getSeconds())||!r.values.includes(o.getMinutes())||!i.values.includes(o.getHours())||!a.values.includes(o.getMonth()+1)||!this.#h(o))}toString(){return this.#e.expression||this.stringify(!0)}#h(e){let t=this.#a.dayOfMonth.isWildcard,n=!t,i=this.#a.dayOfWeek.isWildcard,a=!i,o=r.#c(e.getDate(),this.#a.dayOfMonth.values)||this.#a.dayOfMonth.hasLastChar&&e.isLastDayOfMonth(),s=this.#a.dayOfWeek.nthDay,c=r.#c(e.getDay(),this.#a.dayOfWeek.values)&&r.#m(s,e)||this.#a.dayOfWeek.hasLastChar&&r.#p(this.#a.dayOfWeek.values,e);return!!(n&&a&&(o||c)||o&&!a||t&&!i&&c)}#g(e,n,i){let a=this.#a.hour.values,o=a,s=e.getHours(),c=r.#c(s,a),l=e.dstEnd===s;if(e.dstStart!==null&&e.dstStartLandingHour===s){for(let t=e.dstStart;t!==s;t=(t+1)%24)if(r.#c(t,a))return!0}if(l&&!i)return e.dstEnd=null,e.applyDateOperation(t.DateMathOp.Add,t.TimeUnit.Hour,o.length),!1;if(c)return!0;e.clearDstStart();let u=this.#a.hour.findNearestValue(s,i);if(u===null)return e.applyDateOperation(n,t.TimeUnit.Day,o.length),!1;if(this.#u(e)){let r=i?s-u:u-s;for(let a=0;a<r&&(e.applyDateOperation(n,t.TimeUnit.Hour,o.length),!(!i&&e.getHours()>=u||i&&e.getHours()<=u));a++);}else e.setHours(u);return e.setMinutes(this.#l(this.#a.minute.values,i)),e.setSeconds(this.#l(this.#a.second.values,i)),!1}#_(t){if(!this.#r&&!this.#i)return;let n=t.getTime();if(this.#r&&n<this.#r.getTime()||this.#i&&n>this.#i.getTime())throw Error(e.TIME_SPAN_OUT_OF_BOUNDS_ERROR_MESSAGE)}#v(i=!1){let a=i?t.DateMathOp.Subtract:t.DateMathOp.Add,o=new t.CronDate(this.#n),s=o.getTime();o.getMilliseconds()>0&&(o.setMilliseconds(0),i||o.applyDateOperation(t.DateMathOp.Add,t.TimeUnit.Second,this.#a.hour.values.length));let c=0;for(;++c<n;)if(this.#_(o),!r.#c(o.getMonth()+1,this.#a.month.values))o.applyDateOperation(a,t.TimeUnit.Month,this.#a.hour.values.length);else if(!this.#h(o))o.applyDateOperation(a,t.TimeUnit.Day,this.#a.hour.values.length);else if(this.#g(o,a,i)){if(!r.#c(o.getMinutes(),this.#a.minute.values))this.#f(o,a,i);else if(!r.#c(o.getSeconds(),this.#a.second.values))this.#d(o,a,i);else if(s===o.getTime())o.applyDateOperation(a,t.TimeUnit.Second,this.#a.hour.values.length);else break}if(c>=n)throw Error(e.LOOPS_LIMIT_EXCEEDED_ERROR_MESSAGE);return this.#n=o,o}[Symbol.iterator](){return{next:()=>{try{return{value:this.#v(),done:!1}}catch{return{value:void 0,done:!0}}}}}};e.CronExpression=r,e.default=r})),lo=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.seededRandom=r;function t(e){let t=2166136261;for(let n=0;n<e.length;n++)t^=e.charCodeAt(n),t=Math.imul(t,16777619);return()=>t>>>0}function n(e){return()=>{let t=e+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}}function r(e){return n(e?t(e)():Math.floor(Math.random()*1e10))}})),uo=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronExpressionParser=e.DayOfWeek=e.Months=e.CronUnit=e.PredefinedExpressions=void 0;let t=so(),n=co(),r=lo(),i=oo();var a;(function(e){e[`@yearly`]=`0 0 0 1 1 *`,e[`@annually`]=`0 0 0 1 1 *`,e[`@monthly`]=`0 0 0 1 * *`,e[`@weekly`]=`0 0 0 * * 0`,e[`@daily`]=`0 0 0 * * *`,e[`@hourly`]=`0 0 * * * *`,e[`@minutely`]=`0 * * * * *`,e[`@secondly`]=`* * * * * *`,e[`@weekdays`]=`0 0 0 * * 1-5`,e[`@weekends`]=`0 0 0 * * 0,6`})(a||(e.PredefinedExpressions=a={}));var o;(function(e){e.Second=`Second`,e.Minute=`Minute`,e.Hour=`Hour`,e.DayOfMonth=`DayOfMonth`,e.Month=`Month`,e.DayOfWeek=`DayOfWeek`})(o||(e.CronUnit=o={}));var s;(function(e){e[e.jan=1]=`jan`,e[e.feb=2]=`feb`,e[e.mar=3]=`mar`,e[e.apr=4]=`apr`,e[e.may=5]=`may`,e[e.jun=6]=`jun`,e[e.jul=7]=`jul`,e[e.aug=8]=`aug`,e[e.sep=9]=`sep`,e[e.oct=10]=`oct`,e[e.nov=11]=`nov`,e[e.dec=12]=`dec`})(s||(e.Months=s={}));var c;(function(e){e[e.sun=0]=`sun`,e[e.mon=1]=`mon`,e[e.tue=2]=`tue`,e[e.wed=3]=`wed`,e[e.thu=4]=`thu`,e[e.fri=5]=`fri`,e[e.sat=6]=`sat`})(c||(e.DayOfWeek=c={}));let l=1024;e.CronExpressionParser=class e{static parse(s,c={}){let{strict:l=!1,hashSeed:u}=c,d=(0,r.seededRandom)(u);Object.hasOwn(a,s)&&(s=a[s]);let f=e.#e(s,l);if(f.dayOfMonth!==`*`&&f.dayOfWeek!==`*`&&l)throw Error(`Cannot use both dayOfMonth and dayOfWeek together in strict mode!`);let p=e.#t(o.Second,f.second,i.CronSecond.constraints,d,l),m=e.#t(o.Minute,f.minute,i.CronMinute.constraints,d,l),h=e.#t(o.Hour,f.hour,i.CronHour.constraints,d,l),g=e.#t(o.Month,f.month,i.CronMonth.constraints,d,l),_=e.#t(o.DayOfMonth,f.dayOfMonth,i.CronDayOfMonth.constraints,d,l),{dayOfWeek:v,nthDayOfWeek:y}=e.#h(f.dayOfWeek),b=e.#t(o.DayOfWeek,v,i.CronDayOfWeek.constraints,d,l),x=new t.CronFieldCollection({second:new i.CronSecond(p,{rawValue:f.second}),minute:new i.CronMinute(m,{rawValue:f.minute}),hour:new i.CronHour(h,{rawValue:f.hour}),dayOfMonth:i.CronDayOfMonth.fromMonth(g,_,{rawValue:f.dayOfMonth}),month:new i.CronMonth(g,{rawValue:f.month}),dayOfWeek:new i.CronDayOfWeek(b,{rawValue:f.dayOfWeek,nthDayOfWeek:y})});return new n.CronExpression(x,{...c,expression:s})}static#e(e,t){if(t&&!e.length)throw Error(`Invalid cron expression`);if(e||=`0 * * * * *`,e.length>l)throw Error(`Invalid cron expression, too long, expected at most ${l} characters`);let n=e.trim().split(/\s+/);if(t&&n.length<6)throw Error(`Invalid cron expression, expected 6 fields`);if(n.length>6)throw Error(`Invalid cron expression, too many fields`);let r=[`0`,`*`,`*`,`*`,`*`,`*`];n.length<r.length&&n.unshift(...r.slice(0,r.length-n.length));let[i,a,o,s,c,u]=n;return{second:i,minute:a,hour:o,dayOfMonth:s,month:c,dayOfWeek:u}}static#t(e,t,n,r,i){if((e===o.Month||e===o.DayOfWeek)&&(t=t.replace(/[a-z]{3}/gi,e=>{e=e.toLowerCase();let t=s[e]||c[e];if(t===void 0)throw Error(`Validation error, cannot resolve alias "${e}"`);return t.toString()})),!n.validChars.test(t))throw Error(`Invalid characters, got value: ${t}`);return t=this.#n(t,n),t=this.#r(t,n,r,e,i),this.#l(e,t,n)}static#n(e,t){return e.replace(/[*?]/g,t.min+`-`+t.max)}static#r(t,n,r,i,a){let o=r(),s=0;return t.replace(/H(?:\((\d+)-(\d+)\))?(?:\/(\d+))?/g,(t,r,c,l)=>{if(r&&c&&l){let t=parseInt(r,10),u=parseInt(c,10),d=parseInt(l,10);if(d<=0)throw Error(`Invalid step: ${d}, must be positive`);let f=e.#o(t,u,n,i,a);return s+=Math.ceil((f.max-f.min+1)/d),e.#c(i,s),e.#s(o,f.min,f.max,d,i,a)}if(r&&c){let t=parseInt(r,10),s=parseInt(c,10),l=e.#o(t,s,n,i,a);return String(e.#i(o,l.min,l.max))}if(l){let t=parseInt(l,10);if(t<=0)throw Error(`Invalid step: ${t}, must be positive`);return s+=Math.ceil((n.max-n.min+1)/t),e.#c(i,s),e.#s(o,n.min,n.max,t,i,a)}return String(e.#i(o,n.min,n.max))})}static#i(e,t,n){return Math.floor(e*(n-t+1))+t}static#a(e){return e.charAt(0).toLowerCase()+e.slice(1)}static#o(t,n,r,i,a){if(t>n)throw Error(`Invalid range: ${t}-${n}, min > max`);if(a&&(t<r.min||n>r.max))throw Error(`Invalid range: ${t}-${n}, outside the ${r.min}-${r.max} range of the ${e.#a(i)} field`);let o=Math.max(t,r.min),s=Math.min(n,r.max);if(o>s)throw Error(`Invalid range: ${t}-${n}, no usable value in the ${e.#a(i)} field`);return{min:o,max:s}}static#s(t,n,r,i,a,o){if(o&&i>r-n+1)throw Error(`Invalid step: ${i}, wider than the ${n}-${r} range of the ${e.#a(a)} field`);let s=Math.floor(t*i),c=[];for(let e=Math.floor(n/i)*i+s;e<=r;e+=i)e>=n&&c.push(e);return c.length===0?String(e.#i(t,n,r)):c.join(`,`)}static#c(e,t){if(t>256)throw Error(`Constraint error, too many values in ${e} field, expected at most 256`)}static#l(t,n,r){let i=[];function a(n,r){if(Array.isArray(n))i.push(...n);else if(e.#g(r,n))i.push(n);else{let e=parseInt(n.toString(),10);if(!(e>=r.min&&e<=r.max))throw Error(`Constraint error, got value ${n} expected range ${r.min}-${r.max}`);i.push(t===o.DayOfWeek?e%7:n)}}let s=n.split(`,`);for(let n of s){if(e.#c(t,i.length),!(n.length>0))throw Error(`Invalid list value format`);a(e.#u(t,n,r),r)}return i}static#u(t,n,r){let i=n.split(`/`);if(i.length>2)throw Error(`Invalid repeat: ${n}`);return i.length===2?(i[0].includes(`-`)||(i[0]=`${i[0]}-${r.max}`),e.#m(t,i[0],parseInt(i[1],10),r)):e.#m(t,n,1,r)}static#d(e,t,n){if(!(!isNaN(e)&&!isNaN(t)&&e>=n.min&&t<=n.max))throw Error(`Constraint error, got range ${e}-${t} expected range ${n.min}-${n.max}`);if(e>t)throw Error(`Invalid range: ${e}-${t}, min(${e}) > max(${t})`)}static#f(e){if(!(!isNaN(e)&&e>0))throw Error(`Constraint error, cannot repeat at every ${e} time.`)}static#p(e,t,n,r){let i=[];e===o.DayOfWeek&&n%7==0&&(n-t)%r===0&&i.push(0);for(let e=t;e<=n;e+=r)i.indexOf(e)===-1&&i.push(e);return i}static#m(e,t,n,r){let i=t.split(`-`);if(i.length<=1)return isNaN(+t)?t:+t;let[a,o]=i.map(e=>parseInt(e,10));return this.#d(a,o,r),this.#f(n),this.#p(e,a,o,n)}static#h(e){let t=e.split(`#`);if(t.length<=1)return{dayOfWeek:t[0]};let n=+t[t.length-1],r=e.match(/([,\-/])/);if(r!==null)throw Error(`Constraint error, invalid dayOfWeek \`#\` and \`${r?.[0]}\` special characters are incompatible`);if(!(t.length<=2&&!isNaN(n)&&n>=1&&n<=5))throw Error(`Constraint error, invalid dayOfWeek occurrence number (#)`);return{dayOfWeek:t[0],nthDayOfWeek:n}}static#g(e,t){return e.chars.some(e=>t.toString().includes(e))}}})),fo=r((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronFileParser=void 0;let t=uo();e.CronFileParser=class e{static async parseFile(t){let{readFile:r}=n(`fs/promises`),i=await r(t,`utf8`);return e.#e(i)}static parseFileSync(t){let{readFileSync:r}=n(`fs`),i=r(t,`utf8`);return e.#e(i)}static#e(t){let n=t.split(`
`),r={variables:{},expressions:[],errors:{}};for(let t of n){let n=t.trim();if(n.length===0||n.startsWith(`#`))continue;let i=n.match(/^(.*)=(.*)$/);if(i){let[,e,t]=i;Object.defineProperty(r.variables,e,{value:t.replace(/["']/g,``),enumerable:!0,writable:!0,configurable:!0})}else try{let t=e.#t(n);r.expressions.push(t.interval)}catch(e){Object.defineProperty(r.errors,n,{value:e,enumerable:!0,writable:!0,configurable:!0})}}return r}static#t(e){let n=e.split(/\s+/);return{interval:t.CronExpressionParser.parse(n.slice(0,5).join(` `)),command:n.slice(5,n.length)}}}})),po=r(((e,t,n)=>{var r=n&&n.__createBinding||(Object.create?(function(e,t,n,r){r===void 0&&(r=n);var i=Object.getOwnPropertyDescriptor(t,n);(!i||(`get`in i?!t.__esModule:i.writable||i.configurable))&&(i={enumerable:!0,get:function(){return t[n]}}),Object.defineProperty(e,r,i)}):(function(e,t,n,r){r===void 0&&(r=n),e[r]=t[n]})),i=n&&n.__exportStar||function(e,t){for(var n in e)n!=="default"&&!Object.prototype.hasOwnProperty.call(t,n)&&r(t,e,n)};Object.defineProperty(e,"__esModule",{value:!0}),e.CronFileParser=e.CronExpressionParser=e.CronExpression=e.CronFieldCollection=e.CronDate=void 0;let a=uo();var o=$a();Object.defineProperty(e,"CronDate",{enumerable:!0,get:function(){return o.CronDate}});var s=so();Object.defineProperty(e,"CronFieldCollection",{enumerable:!0,get:function(){return s.CronFieldCollection}});var c=co();Object.defineProperty(e,"CronExpression",{enumerable:!0,get:function(){return c.CronExpression}});var l=uo();Object.defineProperty(e,"CronExpressionParser",{enumerable:!0,get:function(){return l.CronExpressionParser}});var u=fo();Object.defineProperty(e,"CronFileParser",{enumerable:!0,get:function(){return u.CronFileParser}}),i(oo(),e),e.default=a.CronExpressionParser})),mo=class extends s{constructor(e,t,n,r=!1){if(super(),this.closed=!1,this.hasBlockingConnection=!1,this.name=e,this.backendFactory=n??Wa(),this.hasBlockingConnection=r,this.opts=Object.assign(t===void 0?{connection:{}}:{},t),!e)throw Error(`Queue name must be provided`);if(e.includes(`:`))throw Error(`Queue name cannot contain :`);this.createBackend(),this.qualifiedName=this.backend.qualifiedName,this.keys=this.backend.keys,this.toKey=e=>this.backend.toKey(e),this.backend.on(`error`,e=>this.emit(`error`,e)),this.backend.on(`close`,()=>{this.closing||this.emit(`ioredis:close`)})}waitUntilReady(){return this.backend.waitUntilReady()}getBackend(){return this.backend}createBackend(){this.backend=this.backendFactory(this.name,this.opts,{blocking:this.hasBlockingConnection})}get Job(){return qa}emit(e,...t){try{return super.emit(e,...t)}catch(e){try{return super.emit(`error`,e)}catch(e){return console.error(e),!1}}}base64Name(){return Buffer.from(this.name).toString(`base64`)}clientName(e=``){return this.backend.clientName(e)}async close(){this.closing||=this.backend.close(),await this.closing,this.closed=!0}disconnect(){return this.backend.disconnect()}async checkConnectionError(e,t=5e3){try{return await e()}catch(e){if(gn(e)&&this.emit(`error`,e),!this.closing&&t)await on(t);else return}}trace(e,t,n,r,i){return bn(this.opts.telemetry,e,this.name,t,n,r,i)}},ho=po();function go(e,t,n){if(t>=n)return!1;for(let r=t;r<n;r++){let t=e.charCodeAt(r);if(t<48||t>57)return!1}return!0}function _o(e){let t=e.indexOf(`:`);if(t===-1)return!1;let n=e.indexOf(`:`,t+1);if(n===-1)return!1;let r=e.indexOf(`:`,n+1);if(r===-1)return!1;let i=e.indexOf(`:`,r+1);if(i===-1||n+1<r&&!go(e,n+1,r))return!1;let a=i+1;return a>=e.length?!1:e.indexOf(` `,a)!==-1||go(e,a,e.length)}function vo(e){return Error(`Legacy repeatable job metadata is not supported in BullMQ v6 (key: "${e}"). Migrate legacy repeatable jobs to Job Schedulers before upgrading. See https://docs.bullmq.io/guide/migrations/migrate-from-v5-to-v6`)}var yo=class extends mo{constructor(e,t,n){super(e,t,n),this.repeatStrategy=t.settings&&t.settings.repeatStrategy||bo}async upsertJobScheduler(e,t,n,r,i,{override:a,producerId:o}){let{every:s,limit:c,pattern:l,offset:u}=t;if(l&&s)throw Error(`Both .pattern and .every options are defined for this repeatable job`);if(!l&&!s)throw Error(`Either .pattern or .every options must be defined for this repeatable job`);if(t.immediately&&t.startDate)throw Error(`Both .immediately and .startDate options are defined for this repeatable job`);if(t.immediately&&t.every&&console.warn(`Using option immediately with every does not affect the job's schedule. Job will run immediately anyway.`),Object.prototype.hasOwnProperty.call(i,`debounce`))throw Error(`Debounce option has been removed. Use deduplication option instead`);let d=t.count?t.count+1:1;if(t.limit!==void 0&&d>t.limit)return;let f=Date.now(),{endDate:p}=t;if(p&&f>new Date(p).getTime())return;let m=i.prevMillis||0;f=m<f?f:m;let{immediately:h}=t,g=ri(t,[`immediately`]),_,v=s&&u?u:null;if(l&&(_=await this.repeatStrategy(f,t,n),_<f&&(_=f)),_||s)return this.trace(P.PRODUCER,`add`,`${this.name}.${n}`,async(u,m)=>{let h=i.telemetry;if(m){let e=i.telemetry?.omitContext,t=i.telemetry?.metadata||!e&&m;(t||e)&&(h={metadata:t,omitContext:e})}let y=this.getNextJobOpts(_,e,Object.assign(Object.assign({},i),{repeat:g,telemetry:h}),d,v);if(a){_<f&&(_=f);let[a,d]=await this.backend.addJobScheduler(e,_,JSON.stringify(r===void 0?{}:r),i,{name:n,startDate:t.startDate?new Date(t.startDate).getTime():void 0,endDate:p?new Date(p).getTime():void 0,tz:t.tz,pattern:l,every:s,limit:c,offset:v},y,o),m=typeof d==`string`?parseInt(d,10):d,h=new this.Job(this,n,r,Object.assign(Object.assign({},y),{delay:m}),a);return h.id=a,u?.setAttributes({[N.JobSchedulerId]:e,[N.JobId]:h.id}),h}{let t=await this.backend.updateJobSchedulerNextMillis(e,_,JSON.stringify(r===void 0?{}:r),y,o);if(t){let i=new this.Job(this,n,r,y,t);return i.id=t,u?.setAttributes({[N.JobSchedulerId]:e,[N.JobId]:i.id}),i}}})}getNextJobOpts(e,t,n,r,i){let a=this.getSchedulerNextJobId({jobSchedulerId:t,nextMillis:e}),o=Date.now(),s=e+i-o,c=Object.assign(Object.assign({},n),{jobId:a,delay:s<0?0:s,timestamp:o,prevMillis:e,repeatJobKey:t});return c.repeat=Object.assign(Object.assign({},n.repeat),{offset:i,count:r,startDate:n.repeat?.startDate?new Date(n.repeat.startDate).getTime():void 0,endDate:n.repeat?.endDate?new Date(n.repeat.endDate).getTime():void 0}),c}async removeJobScheduler(e){return this.backend.removeJobScheduler(e)}async getSchedulerData(e,t){let n=await this.backend.getJobSchedulerData(e),r=this.transformSchedulerData(e,n,t);return r||await this.backend.removeJobScheduler(e),r}transformSchedulerData(e,t,n){if(t&&Object.keys(t).length>0){let r={key:e,name:t.name,next:n};return t.ic&&(r.iterationCount=parseInt(t.ic)),t.limit&&(r.limit=parseInt(t.limit)),t.startDate&&(r.startDate=parseInt(t.startDate)),t.endDate&&(r.endDate=parseInt(t.endDate)),t.tz&&(r.tz=t.tz),t.pattern&&(r.pattern=t.pattern),t.every&&(r.every=parseInt(t.every)),t.offset&&(r.offset=parseInt(t.offset)),(t.data||t.opts)&&(r.template=this.getTemplateFromJSON(t.data,t.opts)),r}if(_o(e))throw vo(e)}async isJobScheduler(e){return this.backend.isJobScheduler(e)}async getScheduler(e){let[t,n]=await this.backend.getJobScheduler(e);return this.transformSchedulerData(e,t?rn(t):null,n?parseInt(n):null)}getTemplateFromJSON(e,t){let n={};return e&&(n.data=JSON.parse(e)),t&&(n.opts=qa.optsFromJSON(t)),n}async getJobSchedulers(e=0,t=-1,n=!1){let r=await this.backend.getJobSchedulersRange(e,t,n),i=[];for(let e=0;e<r.length;e+=2)i.push(this.getSchedulerData(r[e],parseInt(r[e+1])));return(await Promise.all(i)).filter(e=>!!e)}async getSchedulersCount(){return this.backend.getJobSchedulersCount()}getSchedulerNextJobId({nextMillis:e,jobSchedulerId:t}){return`repeat:${t}:${e}`}};const bo=(e,t)=>{let{pattern:n}=t,r=new Date(e),i=t.startDate&&new Date(t.startDate),a=i>r?i:r,o=ho.CronExpressionParser.parse(n,Object.assign(Object.assign({},t),{currentDate:a}));try{return t.immediately?new Date().getTime():o.next().getTime()}catch{}};var xo=class{constructor(e,t){this.worker=e,this.opts=t,this.trackedJobs=new Map,this.closed=!1}start(){this.closed||this.opts.lockRenewTime>0&&this.startLockExtenderTimer()}async extendLocks(e){await this.worker.trace(P.INTERNAL,`extendLocks`,this.worker.name,async t=>{t?.setAttributes({[N.WorkerId]:this.opts.workerId,[N.WorkerName]:this.opts.workerName,[N.WorkerJobsToExtendLocks]:e});try{let t=e.map(e=>this.trackedJobs.get(e)?.token||``),n=await this.worker.extendJobLocks(e,t,this.opts.lockDuration);if(n.length>0){this.worker.emit(`lockRenewalFailed`,n);for(let e of n)this.worker.emit(`error`,Error(`could not renew lock for job ${e}`))}let r=e.filter(e=>!n.includes(e));r.length>0&&this.worker.emit(`locksRenewed`,{count:r.length,jobIds:r})}catch(e){this.worker.emit(`error`,e)}})}startLockExtenderTimer(){clearTimeout(this.lockRenewalTimer),this.closed||(this.lockRenewalTimer=setTimeout(async()=>{let e=Date.now(),t=[];for(let n of this.trackedJobs.keys()){let{ts:r,token:i,abortController:a}=this.trackedJobs.get(n);r?r+this.opts.lockRenewTime/2<e&&(this.trackedJobs.set(n,{token:i,ts:e,abortController:a}),t.push(n)):this.trackedJobs.set(n,{token:i,ts:e,abortController:a})}t.length&&await this.extendLocks(t),this.startLockExtenderTimer()},this.opts.lockRenewTime/2))}async close(){this.closed||(this.closed=!0,this.lockRenewalTimer&&=(clearTimeout(this.lockRenewalTimer),void 0),this.trackedJobs.clear())}trackJob(e,t,n,r=!1){let i=r?new ot:void 0;return!this.closed&&e&&this.trackedJobs.set(e,{token:t,ts:n,abortController:i}),i}untrackJob(e){this.trackedJobs.delete(e)}getActiveJobCount(){return this.trackedJobs.size}isRunning(){return!this.closed&&this.lockRenewalTimer!==void 0}cancelJob(e,t){let n=this.trackedJobs.get(e);return n?.abortController?(n.abortController.abort(t),!0):!1}cancelAllJobs(e){for(let t of this.trackedJobs.values())t.abortController&&t.abortController.abort(e)}getTrackedJobIds(){return Array.from(this.trackedJobs.keys())}};function So(e){return String(e).replace(/\\/g,`\\\\`).replace(/"/g,`\\"`).replace(/\n/g,`\\n`)}var Co=class extends mo{getJob(e){return this.Job.fromId(this,e)}commandByType(e,t,n){return e.map(e=>{e=e===`waiting`?`wait`:e;let r=this.toKey(e);switch(e){case`completed`:case`failed`:case`delayed`:case`prioritized`:case`repeat`:case`waiting-children`:return n(r,t?`zcard`:`zrange`);case`active`:case`wait`:return n(r,t?`llen`:`lrange`)}})}sanitizeJobTypes(e){let t=typeof e==`string`?[e]:e;if(Array.isArray(t)&&t.length>0){let e=[...t];return[...new Set(e)]}return[`active`,`completed`,`delayed`,`failed`,`prioritized`,`waiting`,`waiting-children`]}async count(){return await this.getJobCountByTypes(`waiting`,`delayed`,`prioritized`,`waiting-children`)}async getRateLimitTtl(e){return this.backend.getRateLimitTtl(e)}async getDebounceJobId(e){return this.backend.getDeduplicationJobId(e)}async getDeduplicationJobId(e){return this.backend.getDeduplicationJobId(e)}async getGlobalConcurrency(){let e=await this.backend.getQueueMetaField(`concurrency`);return e?Number(e):null}async getGlobalRateLimit(){let[e,t]=await this.backend.getQueueMetaFields([`max`,`duration`]);return e&&t?{max:Number(e),duration:Number(t)}:null}async getJobCountByTypes(...e){let t=await this.getJobCounts(...e);return Object.values(t).reduce((e,t)=>e+t,0)}async getJobCounts(...e){let t=this.sanitizeJobTypes(e),n=await this.backend.getCounts(t),r={};return n.forEach((e,n)=>{r[t[n]]=e||0}),r}async recordJobCountsMetric(...e){let t=await this.getJobCounts(...e),n=this.opts.telemetry?.meter;if(n){let e=n.createGauge(Ze.QueueJobsCount,{description:`Number of jobs in the queue by state`,unit:`{jobs}`});for(let[n,r]of Object.entries(t))e.record(r,{[N.QueueName]:this.name,[N.QueueJobsState]:n})}return t}getJobState(e){return this.backend.getState(e)}async getMeta(){let e=await this.backend.getQueueMeta(),{concurrency:t,max:n,duration:r,paused:i,"opts.maxLenEvents":a}=e,o=ri(e,[`concurrency`,`max`,`duration`,`paused`,`opts.maxLenEvents`]);return t&&(o.concurrency=Number(t)),a&&(o.maxLenEvents=Number(a)),n&&(o.max=Number(n)),r&&(o.duration=Number(r)),o.paused=i===`1`,o}getCompletedCount(){return this.getJobCountByTypes(`completed`)}getFailedCount(){return this.getJobCountByTypes(`failed`)}async getDelayedCount(e){if(e===void 0)return this.getJobCountByTypes(`delayed`);if(!Number.isSafeInteger(e))throw Error(`timestamp must be a safe integer in milliseconds`);let[t]=await this.backend.getCounts([`delayed`],e);return t}getActiveCount(){return this.getJobCountByTypes(`active`)}getPrioritizedCount(){return this.getJobCountByTypes(`prioritized`)}async getCountsPerPriority(e){let t=[...new Set(e)],n=await this.backend.getCountsPerPriority(t),r={};return n.forEach((e,n)=>{r[`${t[n]}`]=e||0}),r}getWaitingCount(){return this.getJobCountByTypes(`waiting`)}getWaitingChildrenCount(){return this.getJobCountByTypes(`waiting-children`)}getWaiting(e=0,t=-1){return this.getJobs([`waiting`],e,t,!0)}getWaitingChildren(e=0,t=-1){return this.getJobs([`waiting-children`],e,t,!0)}getActive(e=0,t=-1){return this.getJobs([`active`],e,t,!0)}getDelayed(e=0,t=-1){return this.getJobs([`delayed`],e,t,!0)}getPrioritized(e=0,t=-1){return this.getJobs([`prioritized`],e,t,!0)}getCompleted(e=0,t=-1){return this.getJobs([`completed`],e,t,!1)}getFailed(e=0,t=-1){return this.getJobs([`failed`],e,t,!1)}async getDependencies(e,t,n,r){let i=this.toKey(t==`processed`?`${e}:processed`:`${e}:dependencies`),{items:a,total:o,jobs:s}=await this.backend.paginate(i,{start:n,end:r,fetchJobs:!0});return{items:a,jobs:s,total:o}}async getRanges(e,t=0,n=1,r=!1){let i=[];this.commandByType(e,!1,(e,t)=>{switch(t){case`lrange`:i.push(`lrange`);break;case`zrange`:i.push(`zrange`)}});let a=await this.backend.getRanges(e,t,n,r),o=[];return a.forEach((e,t)=>{let n=e||[];o=r&&i[t]===`lrange`?o.concat(n.reverse()):o.concat(n)}),[...new Set(o)]}async getJobs(e,t=0,n=-1,r=!1){let i=this.sanitizeJobTypes(e),a,o=this.getBackend();if(o instanceof Qr){let e=await o.getJobs(i,t,n,r),s=new Set;a=e.reduce((e,t)=>{for(let[n]of t||[])s.has(n)||(s.add(n),e.push(n));return e},[])}else a=await this.getRanges(i,t,n,r);return(await Promise.all(a.map(e=>this.getJob(e)))).filter(Boolean)}async getJobLogs(e,t=0,n=-1,r=!0){return this.backend.getJobLogs(e,t,n,r)}async baseGetClients(e){try{let t=await this.backend.getClientList();return t.length>1?t.map(t=>this.parseClientList(t,e)).reduce((e,t)=>e.length>t.length?e:t,[]):this.parseClientList(t[0]??``,e)}catch(e){if(!hn.test(e.message))throw e;return[{name:`GCP does not support client list`}]}}getWorkers(){let e=`${this.clientName()}`,t=`${this.clientName()}:w:`;return this.baseGetClients(n=>n&&(n===e||n.startsWith(t)))}async getWorkersCount(){return(await this.getWorkers()).length}async getQueueEvents(){let e=`${this.clientName()}:qe`;return this.baseGetClients(t=>t===e)}async getMetrics(e,t=0,n=-1){let[r,i,a]=await this.backend.getMetrics(e,t,n);return{meta:{count:parseInt(r[0]||`0`,10),prevTS:parseInt(r[1]||`0`,10),prevCount:parseInt(r[2]||`0`,10)},data:i.map(e=>+e||0),count:a}}parseClientList(e,t){let n=e.split(/\r?\n/),r=[];return n.forEach(e=>{let n={};e.split(` `).forEach(function(e){let t=e.indexOf(`=`),r=e.substring(0,t),i=e.substring(t+1);n[r]=i});let i=n.name;t(i)&&(n.name=this.name,n.rawname=i,r.push(n))}),r}async exportPrometheusMetrics(e){let t=await this.getJobCounts(),n=[];n.push(`# HELP bullmq_job_count Number of jobs in the queue by state`),n.push(`# TYPE bullmq_job_count gauge`);let r=So(this.name),i=e?Object.keys(e).reduce((t,n)=>`${t}, ${n}="${So(e[n])}"`,``):``;for(let[e,a]of Object.entries(t))n.push(`bullmq_job_count{queue="${r}", state="${e}"${i}} ${a}`);let[a,o]=await Promise.all([this.getMetrics(`completed`),this.getMetrics(`failed`)]);return n.push(`# HELP bullmq_job_completed_total Total number of completed jobs`),n.push(`# TYPE bullmq_job_completed_total counter`),n.push(`bullmq_job_completed_total{queue="${r}"${i}} ${a.meta.count}`),n.push(`# HELP bullmq_job_failed_total Total number of failed jobs`),n.push(`# TYPE bullmq_job_failed_total counter`),n.push(`bullmq_job_failed_total{queue="${r}"${i}} ${o.meta.count}`),n.join(`
`)}},wo=class extends Co{constructor(e,t,n){super(e,t,n),this.token=u(),this.libName=`bullmq`,this.jobsOpts=t?.defaultJobOptions??{},this.queueMetaInitialized=this.waitUntilReady().then(()=>{if(!this.closing&&!t?.skipMetasUpdate)return this.backend.setQueueMeta(this.metaValues).then(()=>void 0)}).catch(e=>{})}emit(e,...t){return super.emit(e,...t)}off(e,t){return super.off(e,t),this}on(e,t){return super.on(e,t),this}once(e,t){return super.once(e,t),this}get defaultJobOptions(){return Object.assign({},this.jobsOpts)}get metaValues(){return{"opts.maxLenEvents":this.opts?.streams?.events?.maxLen??1e4,version:`${this.libName}:${qr}`}}async getVersion(){return this.opts?.skipMetasUpdate||await this.queueMetaInitialized,await this.backend.getQueueMetaField(`version`)}get jobScheduler(){return new Promise(async e=>{this._jobScheduler||(this._jobScheduler=new yo(this.name,this.opts,()=>this.backend),this._jobScheduler.on(`error`,this.emit.bind(this,`error`))),e(this._jobScheduler)})}async setGlobalConcurrency(e){return this.backend.setQueueMeta({concurrency:e})}async setGlobalRateLimit(e,t){return this.backend.setQueueMeta({max:e,duration:t})}async removeGlobalConcurrency(){return this.backend.removeQueueMetaFields([`concurrency`])}async removeGlobalRateLimit(){return this.backend.removeQueueMetaFields([`max`,`duration`])}async add(e,t,n){return this.trace(P.PRODUCER,`add`,`${this.name}.${e}`,async(r,i)=>{if(i&&!n?.telemetry?.omitContext){let e={metadata:i};n=Object.assign(Object.assign({},n),{telemetry:e})}let a=await this.addJob(e,t,n);return r?.setAttributes({[N.JobName]:e,[N.JobId]:a.id}),a})}async addJob(e,t,n){let r=n?.jobId;if(r==`0`||r?.startsWith(`0:`))throw Error(`JobId cannot be '0' or start with '0:'`);let i=Object.assign(Object.assign(Object.assign({},this.jobsOpts),n),{jobId:r}),a=await this.Job.create(this,e,t,i);return this.emit(`waiting`,a),a}async addBulk(e){return this.trace(P.PRODUCER,`addBulk`,this.name,async(t,n)=>(t&&t.setAttributes({[N.BulkNames]:e.map(e=>e.name),[N.BulkCount]:e.length}),await this.Job.createBulk(this,e.map(e=>{let t=e.opts?.telemetry;if(n){let r=e.opts?.telemetry?.omitContext,i=e.opts?.telemetry?.metadata||!r&&n;(i||r)&&(t={metadata:i,omitContext:r})}let r=Object.assign(Object.assign(Object.assign({},this.jobsOpts),e.opts),{jobId:e.opts?.jobId,telemetry:t});return{name:e.name,data:e.data,opts:r}}))))}async upsertJobScheduler(e,t,n){if(t.endDate&&+new Date(t.endDate)<Date.now())throw Error(`End date must be greater than current timestamp`);return(await this.jobScheduler).upsertJobScheduler(e,t,n?.name??e,n?.data??{},Object.assign(Object.assign({},this.jobsOpts),n?.opts),{override:!0})}async pause(){await this.trace(P.INTERNAL,`pause`,this.name,async()=>{await this.backend.pause(!0),this.emit(`paused`)})}async close(){await this.trace(P.INTERNAL,`close`,this.name,async()=>{await super.close()})}async rateLimit(e){await this.trace(P.INTERNAL,`rateLimit`,this.name,async t=>{t?.setAttributes({[N.QueueRateLimit]:e}),await this.backend.setRateLimit(e)})}async resume(){await this.trace(P.INTERNAL,`resume`,this.name,async()=>{await this.backend.pause(!1),this.emit(`resumed`)})}async isPaused(){return this.backend.hasQueueMetaField(`paused`)}isMaxed(){return this.backend.isMaxed()}async getJobScheduler(e){return(await this.jobScheduler).getScheduler(e)}async getJobSchedulers(e,t,n){return(await this.jobScheduler).getJobSchedulers(e,t,n)}async getJobSchedulersCount(){return(await this.jobScheduler).getSchedulersCount()}async removeJobScheduler(e){return!await(await this.jobScheduler).removeJobScheduler(e)}async removeDebounceKey(e){return this.trace(P.INTERNAL,`removeDebounceKey`,`${this.name}`,async t=>(t?.setAttributes({[N.JobKey]:e}),await this.backend.deleteDeduplicationKey(e)))}async removeDeduplicationKey(e){return this.trace(P.INTERNAL,`removeDeduplicationKey`,`${this.name}`,async t=>(t?.setAttributes({[N.DeduplicationKey]:e}),this.backend.deleteDeduplicationKey(e)))}async removeRateLimitKey(){return this.backend.removeRateLimitKey()}async remove(e,{removeChildren:t=!0}={}){return this.trace(P.INTERNAL,`remove`,this.name,async n=>{n?.setAttributes({[N.JobId]:e,[N.JobOptions]:JSON.stringify({removeChildren:t})});let r=await this.backend.remove(e,t);return r===1&&this.emit(`removed`,e),r})}async updateJobProgress(e,t){await this.trace(P.INTERNAL,`updateJobProgress`,this.name,async n=>{n?.setAttributes({[N.JobId]:e,[N.JobProgress]:JSON.stringify(t)}),await this.backend.updateProgress(e,t),this.emit(`progress`,e,t)})}async addJobLog(e,t,n){return qa.addJobLog(this,e,t,n)}async drain(e=!1){await this.trace(P.INTERNAL,`drain`,this.name,async t=>{t?.setAttributes({[N.QueueDrainDelay]:e}),await this.backend.drain(e)})}async clean(e,t,n=`completed`){return this.trace(P.INTERNAL,`clean`,this.name,async r=>{let i=t||1/0,a=Math.min(1e4,i),o=Date.now()-e,s=0,c=[],l=n===`waiting`?`wait`:n;for(;s<i;){let e=await this.backend.cleanJobsByState(l,o,a);if(this.emit(`cleaned`,e,l),s+=e.length,c.push(...e),e.length<a)break}return r?.setAttributes({[N.QueueGrace]:e,[N.JobType]:n,[N.QueueCleanLimit]:i,[N.QueueCleanCount]:s}),c})}async obliterate(e){await this.trace(P.INTERNAL,`obliterate`,this.name,async()=>{await this.pause();let t=0;do t=await this.backend.obliterate(Object.assign({force:!1,count:1e3},e));while(t)})}async retryJobs(e={}){await this.trace(P.PRODUCER,`retryJobs`,this.name,async t=>{t?.setAttributes({[N.QueueOptions]:JSON.stringify(e)});let n=0;do n=await this.backend.retryFinishedJobs(e.state,e.count,e.timestamp);while(n)})}async promoteJobs(e={}){await this.trace(P.INTERNAL,`promoteJobs`,this.name,async t=>{t?.setAttributes({[N.QueueOptions]:JSON.stringify(e)});let n=0;do n=await this.backend.promoteJobs(e.count);while(n)})}async trimEvents(e){return this.trace(P.INTERNAL,`trimEvents`,this.name,async t=>(t?.setAttributes({[N.QueueEventMaxLength]:e}),await this.backend.trimEvents(e)))}async removeDeprecatedPriorityKey(){return this.backend.removeDeprecatedPriorityKey()}async removeOrphanedJobs(e=1e3,t=0){return this.backend.removeOrphanedJobs(e,t)}};const To=(e,t)=>async function(n,r,i){let a,o,s,c;try{let l=new Promise((l,u)=>{(async()=>{try{s=(e,t)=>{u(Error(`Unexpected exit code: `+e+` signal: `+t))},a=await t.retain(e),a.on(`exit`,s),o=async e=>{try{switch(e.cmd){case Xe.Completed:l(e.value);break;case Xe.Failed:case Xe.Error:{let t=Error();Object.assign(t,e.value??e.err),u(t);break}case Xe.Progress:await n.updateProgress(e.value);break;case Xe.Log:await n.log(e.value);break;case Xe.MoveToDelayed:await n.moveToDelayed(e.value?.timestamp,e.value?.token);break;case Xe.MoveToWait:await n.moveToWait(e.value?.token);break;case Xe.MoveToWaitingChildren:{let t=await n.moveToWaitingChildren(e.value?.token,e.value?.opts);a.send({requestId:e.requestId,cmd:Je.MoveToWaitingChildrenResponse,value:t})}break;case Xe.Update:await n.updateData(e.value);break;case Xe.GetChildrenValues:{let t=await n.getChildrenValues();a.send({requestId:e.requestId,cmd:Je.GetChildrenValuesResponse,value:t})}break;case Xe.GetIgnoredChildrenFailures:{let t=await n.getIgnoredChildrenFailures();a.send({requestId:e.requestId,cmd:Je.GetIgnoredChildrenFailuresResponse,value:t})}break;case Xe.GetDependenciesCount:{let t=await n.getDependenciesCount(e.value);a.send({requestId:e.requestId,cmd:Je.GetDependenciesCountResponse,value:t})}break;case Xe.GetDependencies:{let t=await n.getDependencies(e.value);a.send({requestId:e.requestId,cmd:Je.GetDependenciesResponse,value:t})}}}catch(e){u(e)}},a.on(`message`,o),a.send({cmd:Je.Start,job:n.asJSONSandbox(),token:r}),i&&(c=()=>{try{a.send({cmd:Je.Cancel,value:i.reason})}catch{}},i.aborted?c():i.addEventListener(`abort`,c,{once:!0}))}catch(e){u(e)}})()});return await l,l}finally{i&&c&&i.removeEventListener(`abort`,c),a&&(a.off(`message`,o),a.off(`exit`,s),a.exitCode===null&&a.signalCode===null&&t.release(a))}};var Eo=class extends mo{static RateLimitError(){return new Cn}constructor(e,t,n,r){if(!n||n.connection===void 0||n.connection===null)throw Error(`Worker requires a connection`);if(super(e,Object.assign(Object.assign({drainDelay:5,concurrency:1,lockDuration:3e4,maximumRateLimitDelay:3e4,maxStalledCount:1,stalledInterval:3e4,autorun:!0,runRetryDelay:15e3},n),{blockingConnection:!0}),r),this.abortDelayController=null,this.blockUntil=0,this.drained=!1,this.limitUntil=0,this.processorAcceptsSignal=!1,this.stalledCheckerGeneration=0,this.waiting=null,this.mainLoopQueue=null,this.running=!1,this.mainLoopRunning=null,typeof this.opts.maxStalledCount!=`number`||this.opts.maxStalledCount<0)throw Error(`maxStalledCount must be greater or equal than 0`);if(typeof this.opts.maxStartedAttempts==`number`&&this.opts.maxStartedAttempts<0)throw Error(`maxStartedAttempts must be greater or equal than 0`);if(typeof this.opts.stalledInterval!=`number`||this.opts.stalledInterval<=0)throw Error(`stalledInterval must be greater than 0`);if(typeof this.opts.drainDelay!=`number`||this.opts.drainDelay<=0)throw Error(`drainDelay must be greater than 0`);if(this.concurrency=this.opts.concurrency,this.opts.lockRenewTime=this.opts.lockRenewTime||this.opts.lockDuration/2,this.id=u(),this.createLockManager(),t){if(typeof t==`function`)this.processFn=t,this.processorAcceptsSignal=t.length>=3;else{if(t instanceof d){if(!f.existsSync(t))throw Error(`URL ${t} does not exist in the local file system`);t=t.href}else{let e=t+([`.js`,`.ts`,`.flow`,`.cjs`,`.mjs`].includes(p.extname(t))?``:`.js`);if(!f.existsSync(e))throw Error(`File ${e} does not exist`)}let e=p.dirname(module.filename||__filename),n=p.join(e,`main-worker.js`),r=p.join(e,`main.js`),i=this.opts.useWorkerThreads?n:r;try{f.statSync(i)}catch{let e=this.opts.useWorkerThreads?`main-worker.js`:`main.js`;i=p.join(process.cwd(),`dist/cjs/classes/${e}`),f.statSync(i)}this.childPool=new rt({mainFile:i,useWorkerThreads:this.opts.useWorkerThreads,workerForkOptions:this.opts.workerForkOptions,workerThreadsOptions:this.opts.workerThreadsOptions}),this.createSandbox(t),this.processorAcceptsSignal=!0}this.opts.autorun&&this.run().catch(e=>this.emit(`error`,e))}this.backend.waitUntilReady().then(()=>setTimeout(()=>this.emit(`ready`),0)).catch(()=>{})}createBackend(){this.backend=this.backendFactory(this.name,this.opts,{withBlockingConnection:!0})}createLockManager(){this.lockManager=new xo(this,{lockRenewTime:this.opts.lockRenewTime,lockDuration:this.opts.lockDuration,workerId:this.id,workerName:this.opts.name})}createSandbox(e){this.processFn=To(e,this.childPool).bind(this)}async extendJobLocks(e,t,n){return this.backend.extendLocks(e,t,n)}emit(e,...t){return super.emit(e,...t)}off(e,t){return super.off(e,t),this}on(e,t){return super.on(e,t),this}once(e,t){return super.once(e,t),this}callProcessJob(e,t,n){return this.processFn(e,t,n)}createJob(e,t){return this.Job.fromJSON(this,e,t)}async waitUntilReady(){await super.waitUntilReady()}cancelJob(e,t){return this.lockManager.cancelJob(e,t)}cancelAllJobs(e){this.lockManager.cancelAllJobs(e)}set concurrency(e){if(typeof e!=`number`||e<1||!isFinite(e))throw Error(`concurrency must be a finite number greater than 0`);this._concurrency=e}get concurrency(){return this._concurrency}get jobScheduler(){return new Promise(async e=>{this._jobScheduler||(this._jobScheduler=new yo(this.name,this.opts,()=>this.backend),this._jobScheduler.on(`error`,this.emit.bind(this,`error`))),e(this._jobScheduler)})}async run(){if(!this.processFn)throw Error(`No process function is defined.`);if(this.running)throw Error(`Worker is already running.`);try{if(this.running=!0,this.closing||this.paused)return;await this.startStalledCheckTimer(),this.opts.skipLockRenewal||this.lockManager.start(),this.mainLoopRunning=this.mainLoop(),await this.mainLoopRunning}finally{this.running=!1}}async waitForRateLimit(){var e;let t=this.limitUntil;if(t>Date.now()){(e=this.abortDelayController)==null||e.abort(),this.abortDelayController=new ot;let n=this.getRateLimitDelay(t-Date.now());await this.delay(n,this.abortDelayController),this.drained=!1,this.limitUntil=0}}async mainLoop(){let e=new M;this.mainLoopQueue=e;let t=0;for(;!this.closing&&!this.paused||e.numTotal()>0;){for(;!this.closing&&!this.paused&&!this.waiting&&e.numTotal()<this._concurrency&&!this.isRateLimited();){let n=`${this.id}:${t++}`,r=this.retryIfFailed(()=>this._getNextJob(n,{block:!0}),{delayInMs:this.opts.runRetryDelay,onlyEmitError:!0});if(e.add(r),this.waiting&&e.numTotal()>1||!await r&&e.numTotal()>1||this.blockUntil)break}let n;do n=await e.fetch();while(!n&&e.numQueued()>0);if(n){let t=n.token;e.add(this.processJob(n,t,()=>e.numTotal()<=this._concurrency))}else e.numQueued()===0&&await this.waitForRateLimit()}this.mainLoopQueue===e&&(this.mainLoopQueue=null)}async getNextJob(e,{block:t=!0}={}){let n=await this._getNextJob(e,{block:t});return this.trace(P.INTERNAL,`getNextJob`,this.name,async e=>(e?.setAttributes({[N.WorkerId]:this.id,[N.QueueName]:this.name,[N.WorkerName]:this.opts.name,[N.WorkerOptions]:JSON.stringify({block:t}),[N.JobId]:n?.id}),n),n?.opts?.telemetry?.metadata)}async _getNextJob(e,{block:t=!0}={}){if(this.paused||this.closing)return;let n;if(this.drained&&t&&!this.limitUntil&&!this.waiting){this.waiting=this.waitForJob(this.blockUntil);try{this.blockUntil=await this.waiting,(this.blockUntil<=0||this.blockUntil-Date.now()<1)&&(n=await this.moveToActive(e,this.opts.name))}finally{this.waiting=null}}else this.isRateLimited()||(n=await this.moveToActive(e,this.opts.name));return n}async rateLimit(e){await this.trace(P.INTERNAL,`rateLimit`,this.name,async t=>{t?.setAttributes({[N.WorkerId]:this.id,[N.WorkerRateLimit]:e}),await this.backend.setRateLimit(e)})}get minimumBlockTimeout(){return this.backend.minimumBlockTimeout}get maximumBlockTimeout(){return this.backend.maximumBlockTimeout??10}isRateLimited(){return this.limitUntil>Date.now()}async moveToActive(e,t){let[n,r,i,a]=await this.backend.moveToActive(e,t);return this.updateDelays(i,a),this.nextJobFromJobData(n,r,e)}async waitForJob(e){if(this.paused)return 1/0;try{if(!this.closing&&!this.isRateLimited()){let t=this.getBlockTimeout(e);if(t>0){this.updateDelays();let n=await this.backend.waitForJob(t);if(n){let t=n.score;return e&&t>e?e:t}}return 0}}catch(e){if(gn(e)&&this.emit(`error`,e),!this.closing)try{await this.backend.reconnectBlocking()}catch(e){gn(e)&&this.emit(`error`,e)}this.closing||await this.delay()}return 1/0}getBlockTimeout(e){let t=this.opts;if(e){let t=e-Date.now();return t<=0?t:t<this.minimumBlockTimeout*1e3?this.minimumBlockTimeout:Math.min(t/1e3,this.maximumBlockTimeout)}return Math.max(t.drainDelay,this.minimumBlockTimeout)}getRateLimitDelay(e){return Math.min(e,this.opts.maximumRateLimitDelay)}async delay(e,t){await on(e||100,t)}updateDelays(e=0,t=0){let n=Math.max(e,0);this.limitUntil=n>0?Date.now()+n:0,this.blockUntil=Math.max(t,0)||0}async nextJobFromJobData(e,t,n){if(!e)this.drained||=(this.emit(`drained`),!0);else{this.drained=!1;let r=this.createJob(e,t);r.token=n;try{let e=await this.retryIfFailed(async()=>{let e=!!r.repeatJobKey,t=e&&_o(r.repeatJobKey),n=e&&!t;return t&&(n=await(await this.jobScheduler).isJobScheduler(r.repeatJobKey)),n&&await(await this.jobScheduler).upsertJobScheduler(r.repeatJobKey,r.opts.repeat,r.name,r.data,r.opts,{override:!1,producerId:r.id}),!t||n},{delayInMs:this.opts.runRetryDelay});if(r.repeatJobKey&&!e){let e=Error(`Failed to add repeatable job for next iteration: ${vo(r.repeatJobKey).message}`);this.emit(`error`,e)}}catch(e){let t=e instanceof Error?e.message:String(e),n=Error(`Failed to add repeatable job for next iteration: ${t}`);this.emit(`error`,n);return}return this.emit(`active`,r,`waiting`),r}}async processJob(e,t,n=()=>!0){let r=e.opts?.telemetry?.metadata;return this.trace(P.CONSUMER,`process`,this.name,async r=>{r?.setAttributes({[N.WorkerId]:this.id,[N.WorkerName]:this.opts.name,[N.JobId]:e.id,[N.JobName]:e.name});let i=this.lockManager.trackJob(e.id,t,e.processedOn,this.processorAcceptsSignal);try{let a=this.getUnrecoverableErrorMessage(e);if(a)return await this.retryIfFailed(()=>(this.lockManager.untrackJob(e.id),this.handleFailed(new wn(a),e,t,n,r)),{delayInMs:this.opts.runRetryDelay,span:r});let o=await this.callProcessJob(e,t,i?i.signal:void 0);return await this.retryIfFailed(()=>(this.lockManager.untrackJob(e.id),this.handleCompleted(o,e,t,n,r)),{delayInMs:this.opts.runRetryDelay,span:r})}catch(i){return await this.retryIfFailed(()=>(this.lockManager.untrackJob(e.id),this.handleFailed(i,e,t,n,r)),{delayInMs:this.opts.runRetryDelay,span:r,onlyEmitError:!0})}finally{this.lockManager.untrackJob(e.id);let t=Date.now();r?.setAttributes({[N.JobAttemptFinishedTimestamp]:e.finishedOn||t,[N.JobProcessedTimestamp]:e.processedOn})}},r)}getUnrecoverableErrorMessage(e){if(e.deferredFailure)return e.deferredFailure;if(this.opts.maxStartedAttempts&&this.opts.maxStartedAttempts<e.attemptsStarted)return`job started more than allowable limit`}async handleCompleted(e,t,n,r=()=>!0,i){if(!this.backend.closing){let a=await t.moveToCompleted(e,n,r()&&!(this.closing||this.paused));if(this.emit(`completed`,t,e,`active`),i?.addEvent(`job completed`,{[N.JobResult]:JSON.stringify(e)}),i?.setAttributes({[N.JobAttemptsMade]:t.attemptsMade}),Array.isArray(a)){let[e,t,r,i]=a;return this.updateDelays(r,i),this.nextJobFromJobData(e,t,n)}}}async handleFailed(e,t,n,r=()=>!0,i){if(!this.backend.closing){if(e.message===`bullmq:rateLimitExceeded`){let e=await this.moveLimitedBackToWait(t,n);this.limitUntil=e>0?Date.now()+e:0;return}let a=r()&&!(this.closing||this.paused);if(e instanceof Sn||e.name==`DelayedError`||e instanceof En||e.name==`WaitingError`||e instanceof Tn||e.name==`WaitingChildrenError`)return a?this.moveToActive(n,this.opts.name):void 0;let o=await t.moveToFailed(e,n,a);if(this.emit(`failed`,t,e,`active`),i?.addEvent(`job failed`,{[N.JobFailedReason]:e.message}),i?.setAttributes({[N.JobAttemptsMade]:t.attemptsMade}),Array.isArray(o)){let[e,t,r,i]=o;return this.updateDelays(r,i),this.nextJobFromJobData(e,t,n)}}}async pause(e){await this.trace(P.INTERNAL,`pause`,this.name,async t=>{var n;t?.setAttributes({[N.WorkerId]:this.id,[N.WorkerName]:this.opts.name,[N.WorkerDoNotWaitActive]:e}),this.paused||(this.paused=!0,e||await this.whenCurrentJobsFinished(),this.stalledCheckerGeneration++,(n=this.stalledCheckStopper)==null||n.call(this),this.emit(`paused`))})}async resume(){try{if(!this.running||this.paused){let e=!1;await this.trace(P.INTERNAL,`resume`,this.name,async t=>{var n;t?.setAttributes({[N.WorkerId]:this.id,[N.WorkerName]:this.opts.name}),this.paused=!1,this.running?(e=!0,(n=this.mainLoopQueue)==null||n.add(Promise.resolve())):this.processFn&&this.run(),this.emit(`resumed`)}),e&&await this.startStalledCheckTimer()}}catch(e){this.emit(`error`,e)}}isPaused(){return!!this.paused}isRunning(){return this.running}async close(e=!1){return this.closing?this.closing:(this.closing=(async()=>{await this.trace(P.INTERNAL,`close`,this.name,async t=>{var n,r;t?.setAttributes({[N.WorkerId]:this.id,[N.WorkerName]:this.opts.name,[N.WorkerForceClose]:e}),this.emit(`closing`,`closing queue`),(n=this.abortDelayController)==null||n.abort();let i=[()=>e||this.whenCurrentJobsFinished(!1),()=>this.lockManager.close(),()=>this.childPool?.clean(),()=>this.backend.close(e)];for(let e of i)try{await e()}catch(e){this.emit(`error`,e)}(r=this.stalledCheckStopper)==null||r.call(this),this.closed=!0,this.emit(`closed`)})})(),await this.closing)}async startStalledCheckTimer(){var e;if(this.opts.skipStalledCheck||this.closing)return;let t=++this.stalledCheckerGeneration,n=this.stalledCheckerPromise;(e=this.stalledCheckStopper)==null||e.call(this),await this.trace(P.INTERNAL,`startStalledCheckTimer`,this.name,async e=>{e?.setAttributes({[N.WorkerId]:this.id,[N.WorkerName]:this.opts.name})}),this.closing||t!==this.stalledCheckerGeneration||(this.stalledCheckerPromise=(n?.catch(()=>void 0)??Promise.resolve()).then(()=>{if(!(this.closing||t!==this.stalledCheckerGeneration))return xn(this.opts.telemetry,()=>this.stalledChecker(t))}).catch(e=>{this.emit(`error`,e)}))}async stalledChecker(e){for(;!(this.closing||this.paused)&&e===this.stalledCheckerGeneration&&(await this.checkConnectionError(()=>this.moveStalledJobsToWait()),!(this.closing||this.paused||e!==this.stalledCheckerGeneration));)await new Promise(e=>{let t=setTimeout(e,this.opts.stalledInterval);this.stalledCheckStopper=()=>{clearTimeout(t),e()}})}async whenCurrentJobsFinished(e=!0){this.mainLoopRunning?(await this.backend.disconnectBlocking(!0),await this.mainLoopRunning):e=!1,e&&await this.backend.reconnectBlocking()}async retryIfFailed(e,t){var n;let r=0,i=t.maxRetries??1/0;do try{return await e()}catch(e){if((n=t.span)==null||n.recordException(e.message),gn(e)){if(!this.paused&&!this.closing&&this.emit(`error`,e),t.onlyEmitError)return;throw e}if(this.closing||this.closed){if(t.onlyEmitError)return;throw e}if(t.delayInMs&&!this.closing&&!this.closed&&await this.delay(t.delayInMs,this.abortDelayController),r+1>=i)throw e}while(++r<i)}async moveStalledJobsToWait(){await this.trace(P.INTERNAL,`moveStalledJobsToWait`,this.name,async e=>{let t=await this.backend.moveStalledJobsToWait();e?.setAttributes({[N.WorkerId]:this.id,[N.WorkerName]:this.opts.name,[N.WorkerStalledJobs]:t}),t.forEach(t=>{e?.addEvent(`job stalled`,{[N.JobId]:t}),this.emit(`stalled`,t,`active`)})})}moveLimitedBackToWait(e,t){return e.moveToWait(t)}};export{Ue as a,Sn as i,wo as n,En as r,Eo as t};