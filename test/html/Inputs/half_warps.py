"""Looks at the banks of an access to shared memory: half_warps.py HALVES WHOLE"""
import sys

from user import Browser, check, equal, quiet, texts

halves, whole = sys.argv[1:]
with Browser() as browser:
    for path, banks in ((halves, [*range(16), *range(16)]),
                        (whole, [*range(32)])):
        page = browser.open(path)
        page.evaluate("[...document.querySelectorAll('#detail .line')].find(l => "
                      "l.textContent.includes('  tile[2 * threadIdx.x] =')).click()")
        check("up to 2 different words of one bank" in texts(page, ".lanes")[0],
              texts(page, ".lanes"))
        labels = [t for t in texts(page, ".lanes svg text") if t.isdigit()]
        equal(labels, [str(n) for n in [*range(32), *banks]], "lanes and banks")
        equal(texts(page, ".lanes svg text").count("×2"), 16, "banks wanted twice")
        quiet(page, path)
