"""parse in Ray and Dask, unchanged."""

from __future__ import annotations

import pyarrow as pa
import pytest
from corpus import CORPUS, files

import kifu_arrow
from kifu_arrow import parse

pytestmark = pytest.mark.slow

ORDER = [("source", "ascending"), ("number", "ascending")]


@pytest.fixture(scope="module")
def records() -> pa.Table:
    paths = files(CORPUS)[::3]
    return pa.table({"path": [str(path) for path in paths], "content": [path.read_bytes() for path in paths]})


@pytest.fixture(scope="module")
def expected(records: pa.Table) -> pa.Table:
    parsed = parse(records)
    assert parsed.num_rows > 100 and 0 < parsed["error"].null_count < parsed.num_rows
    return parsed.sort_by(ORDER)


def test_dask(records: pa.Table, expected: pa.Table) -> None:
    from dask import bag

    batches = records.to_batches(max_chunksize=20)
    parsed = bag.from_sequence(batches, npartitions=4).map(parse).compute(scheduler="processes", num_workers=2)
    assert pa.Table.from_batches(parsed).sort_by(ORDER).equals(expected)


def test_ray(records: pa.Table, expected: pa.Table) -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 << 20)
    try:
        parsed = ray.data.from_arrow(records).map_batches(parse, batch_format="pyarrow", batch_size=50).to_arrow_refs()
        tables = [table.select(kifu_arrow.SCHEMA.names).cast(kifu_arrow.SCHEMA) for table in ray.get(parsed)]
        assert pa.concat_tables(tables).sort_by(ORDER).equals(expected)
    finally:
        ray.shutdown()
