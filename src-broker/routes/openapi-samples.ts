// Sample programs that send a request: curl, TypeScript, Python and PHP. They need no package and read the key from the environment.
// test/conformance/openapi.test.ts runs each sample for which the interpreter is installed.

export interface CodeSample {
	lang: string;
	label: string;
	source: string;
}

const asJson = (body: object): string => JSON.stringify(body, null, 2);

const curl = (url: string, body: object): string => `curl -sS '${url}' \\
  -H "X-PP-API: $WAYBILL_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${asJson(body).replaceAll("'", "'\\''")}'`;

const typeScript = (url: string, body: object): string => `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-PP-API': process.env.WAYBILL_KEY ?? '' },
  body: JSON.stringify(${asJson(body).replaceAll('\n', '\n  ')}),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.message);
console.log(JSON.stringify(answer));`;

const python = (url: string, body: object): string => `import json, os, urllib.request

body = r"""${asJson(body)}"""
request = urllib.request.Request(
    "${url}",
    data=body.encode(),
    headers={"Content-Type": "application/json", "X-PP-API": os.environ["WAYBILL_KEY"]},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response)))`;

const php = (url: string, body: object): string => `<?php
$body = <<<'JSON'
${asJson(body)}
JSON;
$curl = curl_init('${url}');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'X-PP-API: ' . getenv('WAYBILL_KEY')],
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = json_decode(curl_exec($curl), true);
if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) !== 200) {
    throw new Exception($answer['message']);
}
echo json_encode($answer);`;

/** A sample in each language. @param url URL of the operation @param body request */
export const codeSamples = (url: string, body: object): CodeSample[] => [
	{ lang: 'Shell', label: 'curl', source: curl(url, body) },
	{ lang: 'TypeScript', label: 'TypeScript', source: typeScript(url, body) },
	{ lang: 'Python', label: 'Python', source: python(url, body) },
	{ lang: 'PHP', label: 'PHP', source: php(url, body) },
];
