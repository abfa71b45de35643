from __future__ import annotations

from ingest.contracts import PageRef
from oracle.app.widgets.places import cited_places, picture_place
from oracle.contracts import Question, Stack
from oracle.texts import Texts
from tests.fakes.table import answered, evidence

SAY = Texts("en")
REGION = (10.0, 20.0, 200.0, 300.0)


def test_the_row_of_a_picture_leads_to_the_part_that_was_looked_at() -> None:
    """Where the model saw a region, that is framed; where nobody knows one, it is where the passages stand."""
    verified = answered(Question("?", Stack("islands"))).verified
    assert verified is not None
    seen = PageRef("islands", "rules", 2)
    row = cited_places(SAY, verified, evidence(), seen, booklet=False, region=REGION)[-1]
    assert (row.ref, row.mark.boxes, row.picture) == (seen, (REGION,), True)
    (row,) = picture_place(SAY, evidence(), PageRef("islands", "rules", 1), booklet=False, seen=False)
    assert row.mark.boxes == evidence().passages[0].passage.boxes
