"""Train a small policy network on game records, with PyTorch.

    python train.py PATH... [--epochs N]

The network learns to predict the next move on a board of 19x19. It prints the share of the moves that it predicts in
games that it was not trained on. This needs `pip install kifu[numpy] torch`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import kifu
import torch
from torch import Tensor, nn

PLANES = kifu.Planes(history=1, liberties=3, ko=True, last_moves=1)
"""The input. All planes are 0 or 1."""


def network(channels: int = 32, blocks: int = 3) -> nn.Module:
    """Return a network from planes to a score for each of the 361 points."""
    layers: list[nn.Module] = [nn.Conv2d(len(PLANES.names), channels, 5, padding=2), nn.ReLU()]
    for _ in range(blocks):
        layers += [nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU()]
    layers += [nn.Conv2d(channels, 1, 1), nn.Flatten()]
    return nn.Sequential(*layers)


def batches(scan: kifu.Scan, *, seed: int | None = None) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield positions and the moves in them. With a seed, games are turned and positions are shuffled."""
    symmetries = None if seed is None else "random"
    for table in scan.positions(PLANES, batch=8192, symmetries=symmetries, seed=seed or 0):
        is_play = table.move < 361
        boards = torch.from_numpy(table.boards[is_play])
        moves = torch.from_numpy(table.move[is_play].astype("int64"))
        order = torch.arange(len(moves)) if seed is None else torch.randperm(len(moves))
        for rows in order.split(128):
            yield boards[rows].float(), moves[rows]


def share_predicted(model: nn.Module, scan: kifu.Scan) -> float:
    """Return the share of the moves that the network predicts."""
    model.eval()
    right = count = 0
    with torch.no_grad():
        for boards, moves in batches(scan):
            right += int((model(boards).argmax(1) == moves).sum())
            count += len(moves)
    return right / max(count, 1)


def main(arguments: list[str] | None = None) -> float:
    """Train, and return the share of the moves that are predicted at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", help="files, directories and archives")
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args(arguments)
    torch.manual_seed(1)

    # Copies of a game, also turned and mirrored ones, are in the same part.
    training = kifu.scan(options.paths, where="size == 19", part=(0, 0.9))
    held_out = kifu.scan(options.paths, where="size == 19", part=(0.9, 1))

    model = network()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    share = share_predicted(model, held_out)
    print(f"untrained: {share:.1%}")
    for epoch in range(options.epochs):
        model.train()
        for boards, moves in batches(training, seed=epoch + 1):
            loss = nn.functional.cross_entropy(model(boards), moves)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        share = share_predicted(model, held_out)
        print(f"epoch {epoch + 1}: {share:.1%}")
    return share


if __name__ == "__main__":
    main()
