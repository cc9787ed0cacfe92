"""Batches as bytes: streams of Arrow IPC."""

from __future__ import annotations

import io

import pyarrow as pa  # type: ignore[import-untyped]


def to_bytes(batch: pa.RecordBatch) -> bytes:
    """Write a batch as a stream."""
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue()


def from_bytes(stream: bytes) -> pa.RecordBatch:
    """Read the only batch of a stream."""
    return pa.ipc.open_stream(stream).read_next_batch()
